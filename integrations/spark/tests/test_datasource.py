"""The data source on a cluster of two workers says what one process says, whatever happens to a worker.

    SELFCLOCK='node ../../bin/selfclock.js' python -m unittest discover -s tests -t .
"""

import glob
import json
import os
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

import pyarrow.parquet as pq
from pyspark.sql import SparkSession
from pyspark.sql.functions import lit

from selfclock_spark import SelfclockDataSource

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(HERE))
SELFCLOCK = os.environ.get("SELFCLOCK") or shlex.join(["node", os.path.join(ROOT, "bin", "selfclock.js")])
FIXTURES = os.path.join(ROOT, "fixtures", "pcaps")
# Where they are: captures of which the sender's kernel told the truth.
TRUTH = os.path.join(os.path.dirname(ROOT), "shared", "pcaps", "truth")
NAMES = ["path-six.pcap", "mux-1998.pcap"]
TRUTH_NAMES = ["chromium-h1-60ms.pcap.gz", "tls12-resume-30ms.pcap.gz"]
TABLES = ["captures", "connections", "findings", "messages", "rtt", "windows", "kernel"]
# As of the kernel of the first one's server.
RECORD = "".join(
    f"@ {1795347530.75 + i / 10:.9f}\nESTAB 0 0 10.99.0.2:8080 10.99.0.1:55364 cubic mss:1448 cwnd:{10 + i} bytes_acked:1\n" for i in range(4)
)

# Kills the executor that runs it, once: a process of Python, its daemon, then the Java process of the executor.
KILLER = """#!/bin/sh
if [ "$1" = index ] && [ "$2" != --schema ] && mkdir {mark} 2>/dev/null; then
  daemon=$(ps -o ppid= -p $PPID | tr -d ' ')
  kill -9 $(ps -o ppid= -p $daemon | tr -d ' ')
  sleep 60
fi
exec {selfclock} "$@"
"""


def rows_of(frame):
    """Rows as text, to be compared whatever their order; paths are of two folders."""
    return sorted(json.dumps(row.asDict(), default=str, sort_keys=True) for row in frame.drop("path").collect())


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.mkdtemp(prefix="selfclock-spark-")
        cls.captures = os.path.join(cls.home, "captures")
        os.mkdir(cls.captures)
        sources = [os.path.join(FIXTURES, name) for name in NAMES]
        sources += [path for name in TRUTH_NAMES if os.path.exists(path := os.path.join(TRUTH, name))]
        for source in sources:
            shutil.copy(source, cls.captures)
        copies = [os.path.join(cls.captures, os.path.basename(source)) for source in sources]
        with open(f"{copies[0]}.sockets", "w", encoding="utf8") as record:
            record.write(RECORD)
        cls.tables = os.path.join(cls.home, "tables")
        subprocess.run([*shlex.split(SELFCLOCK), "index", *copies, "-o", cls.tables, "--windows"], check=True, capture_output=True)
        os.environ["PYSPARK_PYTHON"] = sys.executable
        os.environ["PYTHONPATH"] = os.pathsep.join([HERE, os.environ.get("PYTHONPATH", "")])
        cls.spark = (
            SparkSession.builder.master("local-cluster[2,1,512]")
            .config("spark.executor.memory", "512m")
            .config("spark.driver.memory", "512m")
            .config("spark.executorEnv.PYTHONPATH", HERE)
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.log.level", "OFF")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate()
        )
        cls.spark.dataSource.register(SelfclockDataSource)

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        shutil.rmtree(cls.home)

    def read(self, table, path=None, command=SELFCLOCK):
        reader = self.spark.read.format("selfclock").option("table", table).option("command", command)
        return reader.load(path or os.path.join(self.captures, "*.pcap*"))

    def parquet(self, table):
        return self.spark.read.parquet(os.path.join(self.tables, table))

    def test_same_rows_as_one_process(self):
        for table in ["connections", "findings", "messages", "windows", "kernel"]:
            with self.subTest(table=table):
                expected = self.parquet(table).drop("day").withColumn("error", lit(None))
                self.assertEqual(rows_of(self.read(table)), rows_of(expected))

    def test_worker_that_is_killed(self):
        mark = os.path.join(self.home, "killed")
        killer = os.path.join(self.home, "killer")
        with open(killer, "w", encoding="utf8") as script:
            script.write(KILLER.format(mark=shlex.quote(mark), selfclock=SELFCLOCK))
        os.chmod(killer, os.stat(killer).st_mode | stat.S_IXUSR)
        expected = self.parquet("connections").drop("day").withColumn("error", lit(None))
        self.assertEqual(rows_of(self.read("connections", command=killer)), rows_of(expected))
        self.assertTrue(os.path.isdir(mark))

    def test_captures_that_cannot_be_read_are_rows(self):
        folder = os.path.join(self.home, "broken")
        os.mkdir(folder)
        shutil.copy(os.path.join(FIXTURES, "reset.pcap"), folder)
        for name, content in [("text.pcap", "no capture"), ("empty.pcap", "")]:
            with open(os.path.join(folder, name), "w", encoding="utf8") as file:
                file.write(content)
        rows = {os.path.basename(row.path): row for row in self.read("connections", folder).collect()}
        self.assertEqual(set(rows), {"reset.pcap", "text.pcap", "empty.pcap"})
        self.assertIsNone(rows["reset.pcap"].error)
        self.assertEqual(rows["reset.pcap"].state, "reset")
        self.assertIn("It begins with 6e 6f 20 63: text.", rows["text.pcap"].error)
        self.assertIn("It is empty, 0 bytes", rows["empty.pcap"].error)
        self.assertIsNone(rows["text.pcap"].connection)

    def test_what_cannot_be_asked_is_said(self):
        with self.assertRaisesRegex(Exception, 'there is no table "flows"'):
            self.read("flows").count()
        with self.assertRaisesRegex(Exception, "there is no file at"):
            self.read("connections", os.path.join(self.home, "none*.pcap")).count()

    def test_clickhouse_reads_the_tables_as_spark_does(self):
        import chdb

        for table in TABLES:
            files = os.path.join(self.tables, table, "*", "*.parquet")
            counted = chdb.query(f"SELECT count() FROM file('{files}', Parquet)", "CSV")
            self.assertEqual(int(str(counted)), self.parquet(table).count())
        files = os.path.join(self.tables, "connections", "*", "*.parquet")
        sql = "sum(client_bytes), round(sum(duration_seconds), 6), min({start}), count(tls_sni)"
        unix = {"chdb": "toUnixTimestamp64Micro(start)", "spark": "unix_micros(start)"}
        text = chdb.query(f"SELECT {sql.format(start=unix['chdb'])} FROM file('{files}', Parquet)", "CSV")
        self.parquet("connections").createOrReplaceTempView("connections")
        row = self.spark.sql(f"SELECT {sql.format(start=unix['spark'])} FROM connections").first()
        self.assertEqual([float(value) for value in str(text).split(",")], [float(value) for value in row])

    def test_parquet_files_say_which_schema_they_are_of(self):
        [file, *_] = glob.glob(os.path.join(self.tables, "connections", "*", "*.parquet"))
        self.assertEqual(pq.read_metadata(file).metadata[b"selfclock.schema"], b"1")


if __name__ == "__main__":
    unittest.main()
