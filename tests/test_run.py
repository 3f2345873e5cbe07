"""run.py starts Puzzler with one command on a new machine. No test here needs a network."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.solver.scripted import wait_until

CHECKOUT = Path(__file__).resolve().parent.parent
APP = """
import json, sys
import numpy

def main(argv):
    print(json.dumps({"arguments": argv, "python": sys.prefix, "numpy": numpy.__file__,
                      "app": __file__}))
    return 3
"""
# A build backend without dependencies. Its wheel contains every module that Puzzler imports.
BACKEND = """
import tomllib, zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    with open("pyproject.toml", "rb") as file:
        needs = tomllib.load(file)["project"]["dependencies"]
    metadata = ["Metadata-Version: 2.1", "Name: puzzler", "Version: 1"]
    metadata += ["Requires-Dist: " + need for need in needs]
    name = "puzzler-1-py3-none-any.whl"
    with zipfile.ZipFile(folder + "/" + name, "w") as wheel:
        modules = "pygame numpy click rich platformdirs PIL"
        for module in modules.split():
            wheel.writestr(module + "/__init__.py", "")
        for file, text in {
            "METADATA": "\\n".join(metadata),
            "WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
            "RECORD": "",
        }.items():
            wheel.writestr("puzzler-1.dist-info/" + file, text)
    return name
"""


@pytest.fixture
def run() -> ModuleType:
    """run.py as a module, to test single steps."""
    spec = importlib.util.spec_from_file_location("run", CHECKOUT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A small project with a program that prints its arguments and returns 3."""
    return make_project(tmp_path / "a checkout")


def make_project(home: Path) -> Path:
    app = home / "puzzler" / "cli" / "app.py"
    app.parent.mkdir(parents=True)
    app.write_text(APP)
    (app.parent / "__init__.py").touch()
    (app.parent.parent / "__init__.py").touch()
    (app.parent.parent / "__main__.py").write_text("from puzzler.cli.app import main\n")
    (home / "run.py").write_bytes((CHECKOUT / "run.py").read_bytes())
    (home / "backend.py").write_text(BACKEND)
    (home / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "puzzler"\nversion = "1"\ndependencies = [\n]\n'
    )
    return home


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python without installed packages."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, symlinks=os.name != "nt")
    return python_of(folder)


def python_of(environment: Path) -> Path:
    return environment.joinpath(
        *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python"))
    )


def site_packages(environment: Path) -> Path:
    return next(environment.rglob("site-packages"))


def start(python: Path | str, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(python), str(home / "run.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=home.parent,
        stdin=subprocess.DEVNULL,
        env=clean | {"PIP_NO_INDEX": "1"},
        timeout=300,
    )


def fill(environment: Path, *modules: str) -> None:
    """Install empty modules with these names in an environment."""
    for module in modules:
        package = site_packages(environment) / module
        package.mkdir()
        (package / "__init__.py").touch()


def make_environment(home: Path, *modules: str) -> Path:
    """Create a ``.venv`` like that of another tool: without pip, with these modules."""
    folder = home / ".venv"
    venv.create(folder, symlinks=os.name != "nt")
    fill(folder, *modules)
    return folder


def note_of(home: Path) -> str:
    return (home / ".venv" / "puzzler-installed").read_text()


# ---- All packages are installed ---------------------------------------------------------------


def test_the_program_runs_without_a_venv_if_everything_is_installed(home: Path) -> None:
    if importlib.util.find_spec("numba") is None:
        pytest.skip("this machine has no numba")
    done = start(sys.executable, home, "solve", "1 2/3 0", "--json")
    assert done.stderr == ""
    output = json.loads(done.stdout)
    assert output["arguments"] == ["solve", "1 2/3 0", "--json"]
    assert Path(output["python"]) == Path(sys.prefix)
    assert Path(output["app"]) == home / "puzzler" / "cli" / "app.py"
    assert done.returncode == 3
    assert not (home / ".venv").exists()


def test_needed_modules_are_the_dependencies(run: ModuleType) -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    modules = {"pygame-ce": "pygame", "pillow": "PIL"}
    names = [text.partition(">=")[0] for text in project["dependencies"]]
    assert {modules.get(name, name) for name in names} == {*run.NEEDED, run.FAST}


# ---- The first start -----------------------------------------------------------


@pytest.mark.slow
def test_only_the_first_start_installs(tmp_path: Path, bare: Path, run: ModuleType) -> None:
    home = make_project(tmp_path / "a checkout")
    environment = home / ".venv"

    first = start(bare, home, "solve", "x")
    assert first.returncode == 3, first.stderr
    assert "First start" in first.stderr
    assert str(environment) in first.stderr
    output = json.loads(first.stdout)  # only the program prints there
    assert output["arguments"] == ["solve", "x"]
    assert Path(output["python"]) == environment
    assert Path(output["numpy"]).is_relative_to(environment)
    assert Path(output["app"]).is_relative_to(home / "puzzler")

    again = start(bare, home)
    assert (again.returncode, again.stderr) == (3, "")

    # An edit of the source takes effect.
    (home / "puzzler" / "cli" / "app.py").write_text("def main(argv):\n    return 5\n")
    assert start(bare, home).returncode == 5

    # Changed dependencies are installed. Other changes of pyproject.toml have no effect.
    project = home / "pyproject.toml"
    project.write_text(project.read_text() + "\n[tool.other]\nx = 1\n")
    assert start(bare, home).stderr == ""
    project.write_text(
        project.read_text().replace("dependencies = [\n", "dependencies = [\n# more\n")
    )
    changed = start(bare, home)
    assert "have changed" in changed.stderr
    assert changed.returncode == 5
    assert start(bare, home).stderr == ""

    # A missing package is installed again, also if run.py is started by the Python of .venv.
    shutil.rmtree(site_packages(environment) / "rich")
    (site_packages(environment) / "puzzler-1.dist-info" / "RECORD").write_text("")
    mended = start(python_of(environment), home)
    assert (mended.returncode, "Ready." in mended.stderr) == (5, True), mended.stderr

    # A package that does not exist is reported in pip's words. The next start tries again.
    project.write_text(project.read_text().replace("# more\n", '"no-such-package-at-all",\n'))
    failed = start(bare, home)
    assert failed.returncode == 2
    assert "No matching distribution found for no-such-package-at-all" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert not run.Environment(str(home)).is_ready()


# ---- Existing environments --------------------------------------------------


def test_an_environment_of_another_tool_is_used(home: Path, bare: Path, run: ModuleType) -> None:
    make_environment(home, *run.NEEDED, "puzzler")
    done = start(bare, home)
    assert (done.returncode, done.stderr) == (3, "")
    assert note_of(home) == run.Environment(str(home)).requirements()


@pytest.mark.parametrize("state", ["half-made", "its Python is gone"])
def test_a_broken_environment_is_created_again(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    environment = run.Environment(str(home))
    make_environment(home, "stale")
    if state == "half-made":
        environment.note(run.UNFINISHED)
    else:
        environment.note(environment.requirements())
        python_of(home / ".venv").unlink()
    assert not environment.is_ready()

    real = subprocess.run

    def without_pip(command: list[str], **how: object) -> object:
        """Run the command, but create environments without pip because pip takes seconds."""
        assert "venv" not in command or how["close_fds"] is False  # it inherits the lock
        return real(command + ["--without-pip"] * ("venv" in command), **how)  # type: ignore

    monkeypatch.setattr(subprocess, "run", without_pip)

    def install(into: object) -> None:
        assert note_of(home) == run.UNFINISHED  # the next start detects an interruption
        fill(home / ".venv", *run.NEEDED)

    monkeypatch.setattr(run, "install", install)
    run.prepare(environment)
    assert not (site_packages(home / ".venv") / "stale").exists()
    assert note_of(home) == environment.requirements()


def test_an_unfinished_environment_with_pip_is_created_again(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment, steps = run.Environment(str(home)), list[str]()
    (home / ".venv").mkdir()
    environment.note(run.UNFINISHED)
    monkeypatch.setattr(run.Environment, "can_import", lambda self, *modules: True)
    for step in ("make", "install"):
        monkeypatch.setattr(run, step, lambda _, step=step: steps.append(step))
    run.prepare(environment)
    assert steps == ["make", "install"]


def test_a_read_only_environment_of_another_tool_is_used(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(run.Environment, "can_import", lambda self, *modules: True)
    monkeypatch.setattr(run.Environment, "note", refuse)
    run.prepare(run.Environment(str(home)))


def test_without_numba_or_another_package_the_environment_is_used(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = run.Environment(str(home))
    monkeypatch.setattr(run, "has_modules", lambda modules: run.FAST not in modules)
    monkeypatch.setattr(run.Environment, "is_ready", lambda self: True)
    assert run.python_to_use(environment) == environment.python
    (home / ".venv").mkdir()
    monkeypatch.setattr(sys, "prefix", os.path.realpath(home / ".venv"))
    assert run.python_to_use(environment) is None  # numba is not necessary there
    monkeypatch.setattr(run, "has_modules", lambda modules: False)
    for note in ("the dependencies", None):  # the next start checks the environment again
        if note:
            environment.note(note)
        assert run.python_to_use(environment) == sys._base_executable
        assert environment.installed() is None


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_links_to_the_checkout_and_to_the_program_are_followed(
    home: Path, tmp_path: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(home)
    monkeypatch.setattr(sys, "prefix", str(home / ".venv"))
    assert run.Environment(str(tmp_path / "link")).is_this_python()
    (tmp_path / "run.py").symlink_to(home / "run.py")
    assert runpy.run_path(str(tmp_path / "run.py"))["HOME"] == os.path.realpath(home)
    monkeypatch.setattr(sys, "path", ["elsewhere"])
    run.load()
    assert sys.path == [run.HOME, "elsewhere"]


def test_an_installation_without_packages_is_an_error(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = run.Environment(str(home))
    monkeypatch.setattr(run, "make", lambda it: make_environment(home))
    monkeypatch.setattr(run, "install", lambda it: None)
    with pytest.raises(run.SetupError, match="cannot be found"):
        run.prepare(environment)
    assert not environment.is_ready()
    monkeypatch.chdir(home)
    assert not environment.can_import("puzzler")  # the package in the current folder


# ---- Two simultaneous starts, and a start that is killed
# ---------------------------------------------

# run.py with a fake installation that writes a log and waits until a file exists.
FAKE = """
import importlib.util, os, subprocess, sys, time
spec = importlib.util.spec_from_file_location("run", sys.argv[1] + "/run.py")
run = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run)

def make(environment):
    os.makedirs(os.path.join(environment.folder, "bin"), exist_ok=True)
    environment.note(run.UNFINISHED)

def install(environment):
    with open(sys.argv[1] + "/log", "a") as log:
        log.write("began\\n")
    wait = "import os, time\\nwhile not os.path.exists('go'): time.sleep(0.01)"
    subprocess.run([sys.executable, "-c", wait], cwd=sys.argv[1], close_fds=False)
    with open(environment.python, "w"), open(sys.argv[1] + "/log", "a") as log:
        log.write("done\\n")

run.make, run.install = make, install
run.has_modules = lambda modules: False
run.start = lambda python, arguments: 7
run.Environment.can_import = lambda self, *modules: os.path.exists(self.python)
sys.exit(run.main([]))
"""


def fake_start(home: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", FAKE, str(home)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no exec, and another layout of .venv")
@pytest.mark.parametrize("is_killed", [False, True])
def test_only_one_start_installs(home: Path, is_killed: bool) -> None:
    log = home / "log"
    first = fake_start(home)
    wait_until(log.exists)
    second = fake_start(home)
    assert second.stderr is not None
    assert "Another start of Puzzler is installing it" in second.stderr.readline()
    if is_killed:  # its pip continues, and .venv is not changed before pip has exited
        first.kill()
        first.wait(300)
        time.sleep(0.1)
        assert log.read_text() == "began\n"
    (home / "go").touch()
    error = second.communicate(timeout=300)[1]
    first.communicate(timeout=300)
    assert second.returncode == 7
    assert note_of(home) == ""  # there are no dependencies, so all are installed
    if is_killed:
        assert log.read_text() == "began\nbegan\ndone\n"
        assert "First start" in error
    else:
        assert first.returncode == 7
        assert log.read_text() == "began\ndone\n"
        assert error == ""


def test_a_lock_is_waited_for_and_released(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = [True, False, False, False]  # Windows stops waiting after some seconds
    monkeypatch.setattr(run.InstallLock, "_take", lambda self, wait: attempts.pop())
    lock = run.InstallLock(str(home))
    with lock:
        assert not attempts
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(lock._file)

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run.InstallLock, "_take", interrupted)
    lock = run.InstallLock(str(home))
    with pytest.raises(KeyboardInterrupt), lock:
        pass
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(lock._file)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other locks")
@pytest.mark.parametrize(
    ("number", "is_taken"),
    [
        *((each, False) for each in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)),
        (errno.ENOLCK, True),  # the file system has no locks
    ],
)
def test_a_file_system_without_locks_uses_none(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch, number: int, is_taken: bool
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, "no lock")

    monkeypatch.setattr("fcntl.flock", refuse)
    lock = run.InstallLock(str(home))
    assert lock._take(wait=False) is is_taken
    lock.__exit__()


@pytest.mark.parametrize("step", ["prepare", "load"])
def test_ctrl_c_during_installation_or_loading(
    home: Path,
    run: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    step: str,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "HOME", str(home))
    monkeypatch.setattr(run, "has_modules", lambda modules: step == "load")
    monkeypatch.setattr(run, "check_pygame", lambda: None)
    monkeypatch.setattr(run, step, interrupted)
    assert run.main([]) == 130
    assert capsys.readouterr().err == "Stopped. The same command starts again.\n"


# ---- Errors ---------------------------------------------------------------------


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_missing_venv_module_is_reported(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    class Finder:
        @staticmethod
        def find_spec(name: str) -> object:
            return None if name == module else object()

    monkeypatch.setattr(run, "PathFinder", Finder)
    with pytest.raises(run.SetupError) as caught:
        run.make(run.Environment(str(home)))
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    assert f"no module {module}" in str(caught.value)
    assert f"sudo apt install {package}" in str(caught.value)
    assert not (home / ".venv").exists()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "cannot be written to"),
        (OSError(errno.EROFS, "Read-only file system"), "cannot be written to"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
    ],
)
def test_a_folder_that_cannot_be_written_is_reported(
    home: Path,
    run: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: OSError,
    words: str,
) -> None:
    def refuse(folder: str) -> None:
        raise error

    monkeypatch.setattr(run, "HOME", str(home))
    monkeypatch.setattr(run, "has_modules", lambda modules: False)
    monkeypatch.setattr(run.os, "mkdir", refuse)
    assert run.main([]) == 2
    output = capsys.readouterr().err
    assert words in output
    assert "Traceback" not in output


def test_a_file_called_venv_is_reported(home: Path, bare: Path) -> None:
    (home / ".venv").write_text("mine")
    done = start(bare, home)
    assert done.returncode == 2
    assert "is in the way" in done.stderr
    assert (home / ".venv").read_text() == "mine"


def test_both_pygame_packages_are_reported(home: Path, bare: Path, run: ModuleType) -> None:
    environment = make_environment(home, *run.NEEDED, "puzzler")
    for package in ("pygame-2.6.1", "pygame_ce-2.5.8"):
        (site_packages(environment) / f"{package}.dist-info").mkdir()
    done = start(bare, home)
    assert done.returncode == 2
    pip = f'"{python_of(environment)}" -m pip'
    assert f"{pip} uninstall -y pygame pygame-ce && {pip} install pygame-ce" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("packages", "ready"), [(["pygame-2.6.1"], False), (["pygame_ce-2.5.8"], True), ([], True)]
)
def test_the_old_pygame_is_not_enough(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch, packages: list[str], ready: bool
) -> None:
    environment = make_environment(home, *run.NEEDED)
    for package in packages:
        (site_packages(environment) / f"{package}.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [str(site_packages(environment))])
    assert run.has_modules(run.NEEDED) is ready


NO_NETWORK = """\
Obtaining file:///puzzler
  error: subprocess-exited-with-error
  \u00d7 pip subprocess to install build dependencies did not run successfully.
  ╰─> [5 lines of output]
      WARNING: Retrying after connection broken by 'NewConnectionError': /simple/hatchling/
      ERROR: Could not find a version that satisfies the requirement hatchling (from versions: none)
      ERROR: No matching distribution found for hatchling
      [end of output]
  note: This error originates from a subprocess, and is likely not a problem with pip.
error: subprocess-exited-with-error
"""


@pytest.mark.parametrize(
    ("output", "pip", "advice"),
    [
        (
            NO_NETWORK,
            "ERROR: No matching distribution found for hatchling",
            "package index cannot be reached",
        ),
        ("ERROR: [Errno 28] No space left on device\n\n", "ERROR: [Errno 28] No", "Fix that"),
        ("Segmentation fault\n", "Segmentation fault", "Fix that"),
        ("ERROR: \udcff\n", "ERROR: \N{REPLACEMENT CHARACTER}", "Fix that"),
        ("", "it printed nothing", "Fix that"),
    ],
)
def test_a_failure_of_pip_is_explained(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch, output: str, pip: str, advice: str
) -> None:
    script = home / "fake.py"
    data = output.encode(errors="surrogateescape")
    script.write_text(f"import sys\nsys.stdout.buffer.write({data!r})\nsys.exit(1)\n")
    environment = run.Environment(str(home))
    environment.python = sys.executable
    real = subprocess.Popen

    def start_script(_: object, **how: Any) -> subprocess.Popen[str]:
        # pip inherits the lock, and must not wait for an answer
        assert (how["close_fds"], how["stdin"]) == (False, subprocess.DEVNULL)
        return real([sys.executable, str(script)], **how)

    monkeypatch.setattr(subprocess, "Popen", start_script)
    with pytest.raises(run.SetupError) as caught:
        run.install(environment)
    assert f"pip: {pip}" in str(caught.value)
    assert advice in str(caught.value)
    assert len(str(caught.value).splitlines()) == 3


@pytest.mark.parametrize(
    "error",
    [
        "NewConnectionError",
        "ConnectTimeoutError",
        "Failed to establish a new connection",
        "[Errno -2] Name or service not known",
        "[Errno 101] Network is unreachable",
        "Read timed out. (read timeout=15)",
        "[Errno -3] Temporary failure in name resolution",
        "[Errno 11001] getaddrinfo failed",
        "[Errno 8] nodename nor servname provided",
    ],
)
def test_a_failure_of_the_network_is_recognized(run: ModuleType, error: str) -> None:
    assert "The package index cannot be reached" in run.failure(f"WARNING: {error}\n")


def test_a_failure_of_venv_is_reported(
    home: Path, run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess([], 1, "Error: no space\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(run.SetupError, match=r"^python -m venv failed: Error: no space$"):
        run.make(run.Environment(str(home)))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  Downloading pygame_ce-2.5.8-cp311.whl (12.2 MB)\n", "pygame-ce 2.5.8 (12.2 MB)"),
        ("Downloading https://host/a/rich-15.0.0-py3.whl (310 kB)\n", "rich 15.0.0 (310 kB)"),
        ("Processing ./somewhere/click-8.5.1-py3-none-any.whl\n", "click 8.5.1"),
        ("  Downloading numpy-2.4.6-cp311.whl.metadata (60 kB)\n", None),
        ("Collecting numpy>=2.0 (from puzzler==0.1.0)\n", None),
        ("Installing collected packages: numpy, rich\n", "installing"),
        ("\n", None),
    ],
)
def test_progress_is_one_line_per_package(run: ModuleType, line: str, expected: str | None) -> None:
    assert run.progress(line) == expected


def test_an_old_python_prints_one_line(run: ModuleType, home: Path) -> None:
    source = (CHECKOUT / "run.py").read_text(encoding="utf-8")
    compile(source, "run.py", "exec", dont_inherit=True)
    old = source.replace("sys.version_info < (3, 11)", "True", 1)
    (home / "run.py").write_text(old, encoding="utf-8")
    done = start(sys.executable, home)
    assert done.returncode == 1
    assert done.stderr.startswith("Puzzler needs Python 3.11 or later; this is Python 3.")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("version", [(3, 7), (3, 8), (3, 9), (3, 10)])
def test_old_pythons_can_parse_it(version: tuple[int, int]) -> None:
    import ast

    ast.parse((CHECKOUT / "run.py").read_text(encoding="utf-8"), feature_version=version)


def test_exact_versions_are_installed_and_reinstalled_when_they_change(
    run: ModuleType, home: Path
) -> None:
    environment = run.Environment(str(home))
    assert "-c" not in run.pip_command(environment)
    requirements = environment.requirements()
    file = home / "constraints.txt"
    file.write_text("numpy==2.0\n")
    command = run.pip_command(environment)
    assert command[command.index("-c") + 1] == str(file)
    assert environment.requirements() != requirements
    assert "numpy==2.0" in environment.requirements()


def test_the_constraints_have_an_allowed_version_of_each_dependency() -> None:
    lines = (CHECKOUT / "constraints.txt").read_text().splitlines()
    versions = dict[str, str]()
    for line in lines:
        if not line.startswith("#"):
            match = re.fullmatch(r'([a-z-]+)==([0-9.]+); python_version < "3.15"', line)
            assert match, line  # not a pinned version, for example a URL
            versions[match[1]] = match[2]
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    for need in project["dependencies"]:
        name, lowest = need.partition(";")[0].split(">=")
        numbers = ([int(part) for part in text.split(".")] for text in (versions[name], lowest))
        assert next(numbers) >= next(numbers), name
