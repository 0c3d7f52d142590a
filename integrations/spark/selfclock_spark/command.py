"""Runs Selfclock's command line, and reads the tables that it writes."""

import glob
import json
import os
import re
import shlex
import subprocess
import tempfile
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.parquet as pq

from selfclock_spark.captures import local_file

# What a row is of, and why a capture has none: beside the columns of every table.
PATH = pa.field("path", pa.string())
ERROR = pa.field("error", pa.string())
TYPES = {
    "STRING": pa.string(),
    "INT64": pa.int64(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "TIMESTAMP": pa.timestamp("us", tz="UTC"),
}
BATCH_ROWS = 10_000
NAME = "selfclock: "
SHOWN_LINES = 8
NOT_READ = re.compile(r"could not be read$")


def arrow_schema(tables, table):
    """Columns of a table, with `path` and `error`, of what `index --schema` prints."""
    if table not in tables:
        raise ValueError(f'selfclock: there is no table "{table}"; option("table") takes one of {", ".join(tables)}')
    fields = [pa.field(column["name"], TYPES[column["type"]]) for column in tables[table]]
    return pa.schema([field for field in fields if field.name != PATH.name] + [PATH, ERROR])


@dataclass(frozen=True)
class Command:
    """How Selfclock is started, the same on the driver and on every worker."""

    words: tuple
    arguments: tuple

    @staticmethod
    def from_options(options):
        """`command`, else the environment's SELFCLOCK, else `selfclock`; `keylog`, `allfindings` as the command's."""
        words = shlex.split(options.get("command") or os.environ.get("SELFCLOCK") or "selfclock")
        arguments = []
        if options.get("keylog"):
            arguments += ["--keylog", options["keylog"]]
        if options.get("allfindings", "false").lower() == "true":
            arguments.append("--all-findings")
        return Command(tuple(words), tuple(arguments))

    def tables(self):
        """Columns of each table, as this version of Selfclock writes them."""
        done = self._run("index", "--schema")
        if done.returncode != 0:
            raise RuntimeError(f"selfclock: {_said(done)}")
        return json.loads(done.stdout)["tables"]

    def rows(self, uri, table, schema):
        """A capture's rows of a table, in batches; of one that cannot be read a row that says why.

        What is no fault of the capture's (a process that was killed, a full disk) is raised, so that Spark runs the
        task again, on another worker where it can.
        """
        with tempfile.TemporaryDirectory(prefix="selfclock-") as folder:
            tables = os.path.join(folder, "tables")
            try:
                with local_file(uri, folder) as path:
                    optional = ["--windows"] if table == "windows" else []
                    done = self._run("index", path, "-o", tables, *optional, *self.arguments)
            except FileNotFoundError as gone:
                yield _error_row(schema, uri, f"It is no longer there: {gone}")
                return
            if done.returncode == 1 and NOT_READ.search(done.stdout.strip()):
                yield _error_row(schema, uri, _said(done))
                return
            if done.returncode != 0:
                raise RuntimeError(f"selfclock ended with {done.returncode} on {uri}: {_said(done)}")
            for file in glob.glob(os.path.join(glob.escape(tables), table, "*", "*.parquet")):
                for batch in pq.ParquetFile(file).iter_batches(BATCH_ROWS):
                    yield _completed(batch, schema, uri)

    def _run(self, *arguments):
        return subprocess.run([*self.words, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)


def _said(done):
    """The sentence on standard error, without the command's name; of what has none the last lines."""
    lines = done.stderr.strip().splitlines() or ["it said nothing"]
    sentences = [line for line in lines if line.startswith(NAME)]
    return sentences[-1][len(NAME) :] if sentences else " ".join(lines[-SHOWN_LINES:])


def _error_row(schema, uri, message):
    values = {PATH.name: uri, ERROR.name: message}
    return pa.RecordBatch.from_pylist([values], schema=schema)


def _completed(batch, schema, uri):
    def column(field):
        if field.name == PATH.name:
            return pa.array([uri] * batch.num_rows, field.type)
        index = batch.schema.get_field_index(field.name)
        return pa.nulls(batch.num_rows, field.type) if index < 0 else batch.column(index).cast(field.type)

    return pa.RecordBatch.from_arrays([column(field) for field in schema], schema=schema)
