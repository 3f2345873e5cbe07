"""Files of the cache are private, and those of other users are ignored."""

import os
import stat
from pathlib import Path

import pytest

from puzzler import private_files, resources
from puzzler.game.core.settings import Settings
from puzzler.game.storage.database import FILE_NAME, open_database
from puzzler.game.storage.settings_file import SettingsKeeper
from puzzler.game.storage.store import Store
from puzzler.search.kernels.kernel_store import KernelStore

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
KEY = "a.kernel()"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def no_umask():
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def store(tmp_path: Path) -> KernelStore:
    store = KernelStore(tmp_path / "cache" / "kernels" / "0123456789abcdef")
    store.begin()
    store.save(KEY, b"code")
    return store


@pytest.mark.usefixtures("no_umask")
def test_folders_and_files_are_private_without_a_umask(tmp_path: Path) -> None:
    kernels = KernelStore(tmp_path / "home" / "cache" / "kernels")
    kernels.begin()
    kernels.save(KEY, b"code")
    assert kernels.lock(KEY)
    data = tmp_path / "home" / "data"
    store = Store(open_database(data))
    assert SettingsKeeper(Settings(), data).keep(Settings(weight=3)) == ""
    paths = [*(tmp_path / "home").rglob("*")]
    assert {path.name for path in paths} >= {"settings.json", FILE_NAME, "kernels"}
    for path in paths:
        assert mode(path) == (0o700 if path.is_dir() else 0o600), path
    store.close()


@pytest.mark.usefixtures("no_umask")
def test_an_unfinished_file_elsewhere_makes_no_public_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("PUZZLER_HOME", str(home))
    resources.write_atomically(tmp_path / "export.csv", "1")
    folders = [home, *(path for path in home.rglob("*") if path.is_dir())]
    assert len(folders) == 3
    assert [mode(folder) for folder in folders] == [0o700] * 3


def test_a_file_that_others_can_write_is_missing(store: KernelStore) -> None:
    [file] = store.folder.glob("*.kernel")
    assert store.load(KEY) == b"code"
    file.chmod(0o666)
    assert store.load(KEY) is None


@pytest.mark.parametrize("writable", [0o777, 0o702])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_files_below_a_folder_that_others_can_write_are_missing(
    store: KernelStore, writable: int, level: int
) -> None:
    folder = [store.folder, *store.folder.parents][level]
    folder.chmod(writable)
    assert KernelStore(store.folder).load(KEY) is None
    with pytest.raises(PermissionError):
        KernelStore(store.folder).begin()
    folder.chmod(0o1777)  # The sticky bit prevents users from replacing files of others.
    assert KernelStore(store.folder).load(KEY) == b"code"


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs root")
def test_files_and_folders_of_another_user_are_missing(store: KernelStore) -> None:
    [file] = store.folder.glob("*.kernel")
    os.chown(file, 65534, 65534)
    assert store.load(KEY) is None
    os.chown(file, 0, 0)
    os.chown(store.folder, 65534, 65534)
    assert KernelStore(store.folder).load(KEY) is None


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs root")
def test_a_link_of_another_user_is_not_followed(tmp_path: Path) -> None:
    ours, link = tmp_path / "ours", tmp_path / "link"
    ours.mkdir(0o700)
    link.symlink_to(ours)
    assert private_files.is_trusted_folder(link)
    os.chown(link, 65534, 65534, follow_symlinks=False)
    assert not private_files.is_trusted_folder(link)


ME, OTHER = 1000, 1001


@pytest.mark.parametrize(
    ("mode", "user", "group", "is_safe"),
    [
        (stat.S_IFREG | 0o600, ME, ME, True),
        (stat.S_IFREG | 0o644, 0, 0, True),
        (stat.S_IFREG | 0o600, OTHER, ME, False),
        (stat.S_IFREG | 0o660, ME, ME, True),
        (stat.S_IFREG | 0o660, ME, OTHER, False),
        (stat.S_IFREG | 0o660, 0, ME, False),
        (stat.S_IFREG | 0o602, ME, ME, False),
        (stat.S_IFREG | 0o1602, ME, ME, False),
        (stat.S_IFDIR | 0o1777, 0, 0, True),
        (stat.S_IFDIR | 0o1777, OTHER, OTHER, False),
        (stat.S_IFLNK | 0o777, ME, OTHER, True),
        (stat.S_IFLNK | 0o777, OTHER, ME, False),
    ],
)
def test_only_the_user_root_and_the_private_group_may_write(
    monkeypatch: pytest.MonkeyPatch, mode: int, user: int, group: int, is_safe: bool
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: ME)
    monkeypatch.setattr(os, "getgid", lambda: ME)
    status = os.stat_result((mode, 0, 0, 1, user, group, 0, 0, 0, 0))
    assert private_files._is_safe(status) is is_safe


def test_a_link_in_the_cache_is_neither_read_nor_followed(
    store: KernelStore, tmp_path: Path
) -> None:
    [file] = store.folder.glob("*.kernel")
    precious = tmp_path / "precious"
    precious.write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(precious)
    assert store.load(KEY) is None
    store.save(KEY, b"new code")
    assert store.load(KEY) == b"new code" and not file.is_symlink()
    assert b"new code" not in precious.read_bytes()


def test_a_pipe_in_the_cache_is_missing_and_does_not_block(store: KernelStore) -> None:
    [file] = store.folder.glob("*.kernel")
    file.unlink()
    os.mkfifo(file)
    assert store.load(KEY) is None
    with pytest.raises(PermissionError):
        private_files.open_trusted(file)


def test_only_folders_are_trusted_folders(tmp_path: Path) -> None:
    file, loop = tmp_path / "file", tmp_path / "loop"
    file.touch(0o600)
    loop.symlink_to(loop)
    assert private_files.is_trusted_folder(tmp_path)
    assert not any(map(private_files.is_trusted_folder, (file, loop, tmp_path / "missing")))


def test_no_link_on_the_path_of_a_trusted_folder_can_be_replaced(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for folder in (ours, ours / "inner", theirs, theirs / "inner"):
        folder.mkdir(0o700)
    theirs.chmod(0o777)
    for place, target, is_trusted in (
        (ours, ours, True),
        (ours, theirs, False),
        (theirs, ours, False),
    ):
        link = place / f"link to {target.name}"
        link.symlink_to(target / "inner")
        assert private_files.is_trusted_folder(link) is is_trusted, (place, target)


def test_a_file_is_trusted_only_in_a_trusted_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    private_files.create(file)
    assert private_files.is_trusted(file)
    tmp_path.chmod(0o777)
    assert not private_files.is_trusted(file)


def test_a_file_is_not_created_through_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    private_files.create(link)
    assert not target.exists()


def test_a_file_that_replaces_a_public_one_is_private(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(0o644)
    with private_files.replacing(file) as stream:
        stream.write(b"new")
    assert mode(file) == 0o600


@pytest.mark.usefixtures("no_umask")
def test_a_temporary_folder_is_private(tmp_path: Path) -> None:
    with resources.temporary_folder(tmp_path) as folder:
        assert mode(folder) == 0o700


@pytest.mark.parametrize("target", ["../second", "../first"])
def test_every_link_on_the_way_to_a_folder_is_checked(tmp_path: Path, target: str) -> None:
    shared, folder = tmp_path / "shared", tmp_path / "folder"
    shared.mkdir()
    folder.mkdir()
    first = tmp_path / "first"
    first.symlink_to(shared / "link")
    (shared / "link").symlink_to(target)
    (tmp_path / "second").symlink_to(folder)
    is_loop = target == "../first"
    assert private_files.is_trusted_folder(first) is not is_loop
    shared.chmod(0o777)
    assert not private_files.is_trusted_folder(first)
