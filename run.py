"""Start Puzzler: ``python3 run.py [ARGUMENTS]``. Without arguments it opens the window.

Where this Python has everything Puzzler needs, it simply runs. Otherwise the first start makes the
folder ``.venv`` beside this file and installs Puzzler there, and later starts go straight to it.
Standard library only, and little of it: pathlib and importlib.util would add 30 ms to every start.
"""

import errno
import os
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder

# Python 2 stops at the annotation and shows this line; older Python 3 gets as far as the exit.
TOO_OLD: str = "Puzzler needs Python 3.11 or later; this is Python {}.{}. Try: python3.11 run.py"
if sys.version_info < (3, 11):
    sys.exit(TOO_OLD.format(*sys.version_info[:2]))

HOME = os.path.dirname(os.path.realpath(__file__))
NEEDED = ("pygame", "numpy", "click", "rich", "platformdirs", "PIL")
FAST = "numba"  # some machines have no numba; there the solver runs uncompiled
UNFINISHED = "unfinished"
NO_NETWORK = (
    "NewConnectionError",
    "ConnectTimeout",
    "Failed to establish a new connection",
    "Name or service not known",
    "Network is unreachable",
    "Read timed out",
    "Temporary failure in name resolution",
    "getaddrinfo failed",
    "nodename nor servname",
)


class SetupError(Exception):
    """Puzzler cannot be started; the text says why and what to do."""


class Environment:
    """The virtual environment ``.venv`` in the folder ``home`` and the note of what is in it."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.folder = os.path.join(home, ".venv")
        in_it = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
        self.python = os.path.join(self.folder, *in_it)
        self.constraints = os.path.join(home, "constraints.txt")
        self._note = os.path.join(self.folder, "puzzler-installed")

    def is_this_python(self) -> bool:
        """Whether this very process runs in it."""
        return os.path.realpath(sys.prefix) == os.path.realpath(self.folder)

    def is_ready(self) -> bool:
        """Whether it was finished, for the dependencies as they are now. Starts no process."""
        return self.noted() == self.wanted() and os.path.exists(self.python)

    def wanted(self) -> str:
        """The dependencies, as pyproject.toml puts them, and their exact versions, if given."""
        with open(os.path.join(self.home, "pyproject.toml"), encoding="utf-8") as file:
            needs = file.read().partition("\ndependencies = [")[2].partition("\n]")[0].strip()
        if not os.path.exists(self.constraints):
            return needs
        with open(self.constraints, encoding="utf-8") as file:
            return f"{needs}\n{file.read()}".strip()

    def noted(self) -> str | None:
        """The dependencies that were installed, or UNFINISHED; None where nobody noted it."""
        try:
            with open(self._note, encoding="utf-8") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def note(self, text: str) -> None:
        """Write down the dependencies that are installed, or UNFINISHED."""
        with open(self._note, "w", encoding="utf-8") as file:
            file.write(text)

    def forget(self) -> None:
        """Have it looked into again at the next start."""
        if os.path.exists(self._note):
            os.remove(self._note)

    def can_import(self, *modules: str) -> bool:
        """Whether its Python finds all of ``modules``. Starts that Python."""
        import subprocess

        check = (
            "import sys; from importlib.util import find_spec;"
            "sys.exit(any(find_spec(name) is None for name in sys.argv[1:]))"
        )
        if not os.path.exists(self.python):
            return False
        command = [self.python, "-I", "-c", check, *modules]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Turn:
    """Held by the one process that installs into ``home``; others wait for it in their ``with``.

    It is a lock on pyproject.toml that the system takes back when the process and the pip that it
    started have ended, be it by a kill. Where the system has no such locks there is none.
    """

    def __init__(self, home: str) -> None:
        self._file = os.open(os.path.join(home, "pyproject.toml"), os.O_RDONLY)

    def __enter__(self) -> None:
        try:
            if not self._take(wait=False):
                say("Another start of Puzzler is installing it: waiting for that.")
                while not self._take(wait=True):
                    pass
        except BaseException:
            os.close(self._file)
            raise

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def _take(self, wait: bool) -> bool:
        """Whether it is this process's turn now."""
        try:
            if sys.platform == "win32":
                import msvcrt

                os.lseek(self._file, 1 << 30, os.SEEK_SET)  # a byte that nobody reads
                msvcrt.locking(self._file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                os.set_inheritable(self._file, True)  # pip may live longer than this process
                fcntl.flock(self._file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError as error:
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
        return True


def main(arguments: list[str]) -> int:
    """Run Puzzler with these command-line arguments, installing it first where it must be."""
    environment = Environment(HOME)
    try:
        python = python_to_use(environment)
        if python is not None:
            return start(python, arguments)
        puzzler = load()
    except SetupError as error:
        say(f"Puzzler cannot start: {error}")
        return 2
    except OSError as error:
        say(f"Puzzler cannot start: {explain(error, environment)}")
        return 2
    except KeyboardInterrupt:
        say("Stopped. The same command starts again.")
        return 130
    return puzzler(arguments)


def python_to_use(environment: Environment) -> str | None:
    """The Python to go on in, .venv made ready where that must be; None is this one."""
    inside = environment.is_this_python()
    if has_modules(NEEDED if inside else (*NEEDED, FAST)):
        check_pygame()
        return None
    if inside:
        # A package was removed from .venv, or its Python was upgraded under it.
        environment.forget()
        base: str = sys._base_executable  # type: ignore[attr-defined]  # the stubs leave it out
        return base
    if not environment.is_ready():
        with Turn(environment.home):
            if not environment.is_ready():  # another start may have made it meanwhile
                prepare(environment)
    return environment.python


def load() -> Callable[[list[str]], int]:
    """The command line of the puzzler package beside this file."""
    if sys.path[0] != HOME:
        sys.path.insert(0, HOME)
    from puzzler.__main__ import main as puzzler

    return puzzler


def start(python: str, arguments: list[str]) -> int:
    """Go on in another Python; on POSIX this process becomes that one."""
    command = [python, os.path.join(HOME, "run.py"), *arguments]
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(python, command)
    import signal
    import subprocess

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other one gets it too, and says what it did
    return subprocess.call(command)


def has_modules(modules: tuple[str, ...]) -> bool:
    """Whether this Python finds all of ``modules``, and pygame is not the old one."""
    if any(PathFinder.find_spec(module) is None for module in modules):
        return False
    return pygame_packages() != {"pygame"}


def pygame_packages() -> set[str]:
    """Which of the packages ``pygame`` and ``pygame-ce`` lie in the folder pygame comes from.

    It looks at folder names because that takes a hundredth of the time of importlib.metadata.
    """
    spec = PathFinder.find_spec("pygame")
    if spec is None or spec.origin is None:
        return set()
    names = os.listdir(os.path.dirname(os.path.dirname(spec.origin)))
    packages = {
        name.partition("-")[0].lower().replace("_", "-")
        for name in names
        if name.endswith((".dist-info", ".egg-info"))
    }
    return packages & {"pygame", "pygame-ce"}


def check_pygame() -> None:
    """SetupError where pygame and pygame-ce have overwritten each other's files."""
    if pygame_packages() == {"pygame", "pygame-ce"}:
        pip = f'"{sys.executable}" -m pip'
        raise SetupError(
            "pygame and pygame-ce are both installed and share one folder. Repair it with:\n"
            f"  {pip} uninstall -y pygame pygame-ce && {pip} install pygame-ce"
        )


def prepare(environment: Environment) -> None:
    """Make .venv, or bring it up to date, so that Puzzler runs in it; SetupError if that fails."""
    from contextlib import suppress

    noted, wanted = environment.noted(), environment.wanted()
    if noted is None and environment.can_import("puzzler", *NEEDED):
        with suppress(OSError):  # a read-only one runs all the same
            environment.note(wanted)  # made by hand or by uv
        return
    if noted == UNFINISHED or not environment.can_import("pip"):
        say(
            f"First start: Puzzler and the packages it needs go into {environment.folder}.\n"
            "This takes a minute or two and happens only once."
        )
        make(environment)
    elif noted is None:
        say(f"Puzzler and the packages it needs go into {environment.folder}.")
    else:
        say("What Puzzler needs has changed: bringing .venv up to date.")
    install(environment)
    if not environment.can_import(*NEEDED):
        raise SetupError(
            f"the packages were installed, yet they are not there. Delete {environment.folder} "
            "and run the same command again."
        )
    environment.note(wanted)
    say("Ready.")


def make(environment: Environment) -> None:
    """An empty environment in place of whatever is there, noted as not finished."""
    import shutil
    import subprocess

    for module in ("venv", "ensurepip"):
        if PathFinder.find_spec(module) is None:
            package = "python{}.{}-venv".format(*sys.version_info[:2])
            raise SetupError(
                f"this Python has no module {module}. On Debian and Ubuntu: "
                f"sudo apt install {package}; then run the same command again."
            )
    if os.path.isdir(environment.folder):
        shutil.rmtree(environment.folder)
    os.mkdir(environment.folder)
    environment.note(UNFINISHED)
    command = [sys.executable, "-m", "venv", environment.folder]
    made = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        close_fds=False,  # it shares the Turn
    )
    if made.returncode:
        raise SetupError(f"python -m venv failed: {last_words(made.stdout)}")


def pip_command(environment: Environment) -> list[str]:
    """Return the command that installs the checkout, with exact versions if it has them."""
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar=off", "--retries=3"]
    if os.path.exists(environment.constraints):
        options += ["-c", environment.constraints]
    return [environment.python, "-m", "pip", "install", *options, "-e", environment.home]


def install(environment: Environment) -> None:
    """Install the checkout, so that edits are live, with all it needs; a line for each package."""
    import subprocess

    command = pip_command(environment)
    lines = []
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        close_fds=False,  # it shares the Turn
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            lines.append(line)
            step = progress(line)
            if step:
                say(f"  {step}")
    if pip.returncode:
        raise SetupError(failure("".join(lines)))


def progress(line: str) -> str | None:
    """What a line of pip's output means to the user; None where it means nothing."""
    words = line.split()
    if words[:3] == ["Installing", "collected", "packages:"]:
        return "installing"
    if words[:1] not in (["Downloading"], ["Using"], ["Processing"]):
        return None
    for place, word in enumerate(words):
        if word.endswith(".whl"):
            name, version = word.rpartition("/")[2].split("-")[:2]
            return " ".join([name.replace("_", "-"), version, *words[place + 1 :]])
    return None


def failure(output: str) -> str:
    """Why pip failed and what to do, from its output."""
    if any(sign in output for sign in NO_NETWORK):
        advice = "The package index cannot be reached: connect and run the same command again."
    else:
        advice = "Fix that and run the same command again."
    return f"the packages could not be installed.\n  pip: {last_words(output)}\n{advice}"


def last_words(output: str) -> str:
    """The line of a program's output that says best what went wrong: its last error."""
    lines = [line.strip(" \t\u2502\u2570\u2500\u00d7>") for line in output.splitlines()]
    lines = [line for line in lines if line]
    errors = [
        line
        for line in lines
        if line.lower().startswith("error") and "subprocess-exited-with-error" not in line
    ]
    return (errors or lines or ["it said nothing"])[-1]


def explain(error: OSError, environment: Environment) -> str:
    """An error of the system, in words that say what to do."""
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return (
            f"{environment.home} cannot be written to. "
            "Copy the folder to a place of your own and run it there."
        )
    if isinstance(error, FileExistsError):
        return f"{environment.folder} is in the way: it is not a folder. Move it away."
    return str(error)


def say(text: str) -> None:
    """Tell the user; standard output belongs to Puzzler itself."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
