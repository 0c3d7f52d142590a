"""The data source: a table of every capture, each capture a task."""

import json

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from selfclock_spark.captures import captures_at
from selfclock_spark.command import Command, arrow_schema

DEFAULT_TABLE = "connections"


class SelfclockDataSource(DataSource):
    """`table`: connections (default), findings, messages, rtt, windows, kernel or captures. Further options are in the README."""

    @classmethod
    def name(cls):
        return "selfclock"

    def schema(self):
        from pyspark.sql.pandas.types import from_arrow_schema

        return from_arrow_schema(self._arrow_schema())

    def reader(self, schema):
        return CapturesReader(self._paths(), self._table, self._arrow_schema(), self._command)

    def _arrow_schema(self):
        return arrow_schema(self._command.tables(), self._table)

    @property
    def _table(self):
        return self.options.get("table", DEFAULT_TABLE)

    @property
    def _command(self):
        return Command.from_options(self.options)

    def _paths(self):
        paths = json.loads(self.options["paths"]) if "paths" in self.options else [self.options.get("path")]
        if paths == [None]:
            raise ValueError("selfclock: load() takes the path of a capture, of a folder, or a pattern")
        return paths


class CapturesReader(DataSourceReader):
    """Hands on what the command says of each capture, as Arrow batches."""

    def __init__(self, paths, table, schema, command):
        self._paths = paths
        self._table = table
        self._schema = schema
        self._command = command

    def partitions(self):
        captures = [capture for path in self._paths for capture in captures_at(path)]
        if not captures:
            raise FileNotFoundError(f"selfclock: there is no file at {', '.join(self._paths)}")
        return [InputPartition(capture) for capture in captures]

    def read(self, partition):
        yield from self._command.rows(partition.value, self._table, self._schema)
