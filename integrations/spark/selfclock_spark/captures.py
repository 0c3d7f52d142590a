"""Where captures lie: this machine's files, or any store that pyarrow opens (S3, GCS, HDFS)."""

import fnmatch
import os
import posixpath
import re
import shutil
from contextlib import contextmanager

from pyarrow import fs

WILDCARD = re.compile(r"[*?\[]")
COPY_BYTES = 1 << 20
# Hadoop's names of S3.
SCHEMES = {"s3a": "s3", "s3n": "s3"}
# What `selfclock capture --with-sockets` writes beside a capture.
RECORD = ".sockets"


def _opened(uri):
    """A file system, the path in it, and what turns such a path into a URI again."""
    scheme, separator, rest = uri.partition("://")
    if not separator or scheme == "file":
        return fs.LocalFileSystem(), os.path.abspath(rest if separator else uri), lambda path: path
    authority, _, _ = rest.partition("/")
    system, root = fs.FileSystem.from_uri(f"{SCHEMES.get(scheme, scheme)}://{authority}/")
    root = root.rstrip("/")
    return system, root + rest[len(authority) :], lambda path: f"{scheme}://{authority}{path[len(root) :]}"


def captures_at(uri):
    """URIs of the captures that a path, a folder or a pattern (`*`, `?`, `[…]` within names) means, sorted."""
    system, path, uri_of = _opened(uri)
    wildcard = WILDCARD.search(path)
    if wildcard is None:
        kind = system.get_file_info(path).type
        if kind != fs.FileType.Directory:
            return [uri_of(path)] if kind == fs.FileType.File else []
        selector = fs.FileSelector(path)
    else:
        folder = path[: wildcard.start()].rpartition("/")[0]
        is_deep = "/" in path[len(folder) + 1 :]
        selector = fs.FileSelector(folder or "/", allow_not_found=True, recursive=is_deep)
    files = [info.path for info in system.get_file_info(selector) if info.type == fs.FileType.File]
    return sorted(
        uri_of(file)
        for file in files
        if (wildcard is None or _matches(file, path))
        and not posixpath.basename(file).startswith((".", "_"))
        and not file.endswith(RECORD)
    )


def _matches(file, pattern):
    names, patterns = file.split("/"), pattern.split("/")
    return len(names) == len(patterns) and all(map(fnmatch.fnmatchcase, names, patterns))


@contextmanager
def local_file(uri, folder):
    """The path of a capture on this machine: where it is, or a copy in `folder`, with the record beside it if there is one."""
    system, path, _ = _opened(uri)
    if isinstance(system, fs.LocalFileSystem):
        yield path
        return
    copy = os.path.join(folder, posixpath.basename(path))
    _copy(system, path, copy)
    if system.get_file_info(path + RECORD).type == fs.FileType.File:
        _copy(system, path + RECORD, copy + RECORD)
    yield copy


def _copy(system, path, copy):
    with system.open_input_stream(path, compression=None) as source, open(copy, "wb") as target:
        shutil.copyfileobj(source, target, COPY_BYTES)
