"""Start Puzzler: ``python3 run.py [ARGUMENTS]``. Without arguments it opens the window.

If this Python has all required packages, Puzzler runs in it. Otherwise the first start creates the
folder ``.venv`` next to this file and installs Puzzler there, and later starts use it. Only the
standard library is imported, without pathlib and importlib.util, which would add 30 ms to every
start.
"""

import errno
import os
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder

# Python 2 stops at the annotation and prints this line. An older Python 3 reaches the exit.
TOO_OLD: str = "Puzzler needs Python 3.11 or later; this is Python {}.{}. Try: python3.11 run.py"
if sys.version_info < (3, 11):
    sys.exit(TOO_OLD.format(*sys.version_info[:2]))

HOME = os.path.dirname(os.path.realpath(__file__))
NEEDED = ("pygame", "numpy", "click", "rich", "platformdirs", "PIL")
FAST = "numba"  # optional: without numba the solver is not compiled
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
    """Puzzler cannot be started. The text has the reason and a remedy."""


class Environment:
    """The virtual environment ``.venv`` in the folder ``home``, with a file of its dependencies."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.folder = os.path.join(home, ".venv")
        executable = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
        self.python = os.path.join(self.folder, *executable)
        self.constraints = os.path.join(home, "constraints.txt")
        self._file = os.path.join(self.folder, "puzzler-installed")

    def is_this_python(self) -> bool:
        """Whether this process runs in it."""
        return os.path.realpath(sys.prefix) == os.path.realpath(self.folder)

    def is_ready(self) -> bool:
        """Whether it contains the current dependencies. Starts no process."""
        return self.installed() == self.requirements() and os.path.exists(self.python)

    def requirements(self) -> str:
        """Return the dependencies in pyproject.toml and the exact versions in constraints.txt."""
        with open(os.path.join(self.home, "pyproject.toml"), encoding="utf-8") as file:
            needs = file.read().partition("\ndependencies = [")[2].partition("\n]")[0].strip()
        if not os.path.exists(self.constraints):
            return needs
        with open(self.constraints, encoding="utf-8") as file:
            return f"{needs}\n{file.read()}".strip()

    def installed(self) -> str | None:
        """Return the installed dependencies, UNFINISHED, or None if there is no such file."""
        try:
            with open(self._file, encoding="utf-8") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def note(self, text: str) -> None:
        """Store the dependencies that are installed, or UNFINISHED."""
        with open(self._file, "w", encoding="utf-8") as file:
            file.write(text)

    def forget(self) -> None:
        """Remove the file, so that the next start checks the environment again."""
        if os.path.exists(self._file):
            os.remove(self._file)

    def can_import(self, *modules: str) -> bool:
        """Whether its Python finds all of ``modules``. Starts a process."""
        import subprocess

        check = (
            "import sys; from importlib.util import find_spec;"
            "sys.exit(any(find_spec(name) is None for name in sys.argv[1:]))"
        )
        if not os.path.exists(self.python):
            return False
        command = [self.python, "-I", "-c", check, *modules]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


class InstallLock:
    """A lock for the process that installs into ``home``. Others wait in their ``with``.

    pyproject.toml is locked. The system releases the lock when this process and its pip have exited
    or were killed. Systems without such locks use none.
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
        """Try to acquire the lock; return whether this process holds it."""
        try:
            if sys.platform == "win32":
                import msvcrt

                os.lseek(self._file, 1 << 30, os.SEEK_SET)  # a byte beyond the end of the file
                msvcrt.locking(self._file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                os.set_inheritable(self._file, True)  # pip may outlive this process
                fcntl.flock(self._file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError as error:
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
        return True


def main(arguments: list[str]) -> int:
    """Run Puzzler with these command-line arguments, and install it first if necessary."""
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
    """Return the Python to continue with, or None for this one. Prepares .venv if necessary."""
    inside = environment.is_this_python()
    if has_modules(NEEDED if inside else (*NEEDED, FAST)):
        check_pygame()
        return None
    if inside:
        # A package was removed from .venv, or its Python was upgraded.
        environment.forget()
        base: str = sys._base_executable  # type: ignore[attr-defined]  # the stubs leave it out
        return base
    if not environment.is_ready():
        with InstallLock(environment.home):
            if not environment.is_ready():  # another process may have created it
                prepare(environment)
    return environment.python


def load() -> Callable[[list[str]], int]:
    """Return the command line of the puzzler package next to this file."""
    if sys.path[0] != HOME:
        sys.path.insert(0, HOME)
    from puzzler.__main__ import main as puzzler

    return puzzler


def start(python: str, arguments: list[str]) -> int:
    """Run this file in another Python. On POSIX it replaces this process."""
    command = [python, os.path.join(HOME, "run.py"), *arguments]
    if os.name != "nt":
        os.execv(python, command)
    import signal
    import subprocess

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child process handles it
    return subprocess.call(command)


def has_modules(modules: tuple[str, ...]) -> bool:
    """Whether this Python finds all of ``modules``, and pygame is pygame-ce."""
    if any(PathFinder.find_spec(module) is None for module in modules):
        return False
    return pygame_packages() != {"pygame"}


def pygame_packages() -> set[str]:
    """Return which of ``pygame`` and ``pygame-ce`` are in the folder that pygame is imported from.

    Folder names are read because importlib.metadata takes a hundred times as long.
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
    """Raise SetupError if pygame and pygame-ce have overwritten each other's files."""
    if pygame_packages() == {"pygame", "pygame-ce"}:
        pip = f'"{sys.executable}" -m pip'
        raise SetupError(
            "pygame and pygame-ce are both installed and share one folder. Repair it with:\n"
            f"  {pip} uninstall -y pygame pygame-ce && {pip} install pygame-ce"
        )


def prepare(environment: Environment) -> None:
    """Create or update .venv so that Puzzler runs in it. Raise SetupError if that fails."""
    from contextlib import suppress

    installed, requirements = environment.installed(), environment.requirements()
    if installed is None and environment.can_import("puzzler", *NEEDED):
        with suppress(OSError):  # a read-only environment can be used
            environment.note(requirements)  # created by hand or by uv
        return
    if installed == UNFINISHED or not environment.can_import("pip"):
        say(
            f"First start: Puzzler and the packages it needs go into {environment.folder}.\n"
            "This takes a minute or two and happens only once."
        )
        make(environment)
    elif installed is None:
        say(f"Puzzler and the packages it needs go into {environment.folder}.")
    else:
        say("The dependencies of Puzzler have changed: updating .venv.")
    install(environment)
    if not environment.can_import(*NEEDED):
        raise SetupError(
            f"the packages were installed but cannot be found. Delete {environment.folder} "
            "and run the same command again."
        )
    environment.note(requirements)
    say("Ready.")


def make(environment: Environment) -> None:
    """Create an empty environment, marked as unfinished. An existing folder is removed."""
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
    result = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        close_fds=False,  # it shares the InstallLock
    )
    if result.returncode:
        raise SetupError(f"python -m venv failed: {last_words(result.stdout)}")


def pip_command(environment: Environment) -> list[str]:
    """Return the command that installs the checkout, with exact versions if it has them."""
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar=off", "--retries=3"]
    if os.path.exists(environment.constraints):
        options += ["-c", environment.constraints]
    return [environment.python, "-m", "pip", "install", *options, "-e", environment.home]


def install(environment: Environment) -> None:
    """Install the checkout as editable, with its dependencies. Print a line for each package."""
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
        close_fds=False,  # it shares the InstallLock
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
    """Return a short form of a line of pip's output, or None if it should not be printed."""
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
    """Return the reason why pip failed and a remedy, from its output."""
    if any(sign in output for sign in NO_NETWORK):
        advice = "The package index cannot be reached: connect and run the same command again."
    else:
        advice = "Fix that and run the same command again."
    return f"the packages could not be installed.\n  pip: {last_words(output)}\n{advice}"


def last_words(output: str) -> str:
    """Return the last error in the output of a program, or the last line if there is none."""
    lines = [line.strip(" \t\u2502\u2570\u2500\u00d7>") for line in output.splitlines()]
    lines = [line for line in lines if line]
    errors = [
        line
        for line in lines
        if line.lower().startswith("error") and "subprocess-exited-with-error" not in line
    ]
    return (errors or lines or ["it printed nothing"])[-1]


def explain(error: OSError, environment: Environment) -> str:
    """Return a description of a system error with a remedy."""
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return (
            f"{environment.home} cannot be written to. "
            "Copy the folder to a place of your own and run it there."
        )
    if isinstance(error, FileExistsError):
        return f"{environment.folder} is in the way: it is not a folder. Move it away."
    return str(error)


def say(text: str) -> None:
    """Print on standard error, because standard output belongs to Puzzler."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
