"""Packet captures as Spark tables.

    from selfclock_spark import SelfclockDataSource

    spark.dataSource.register(SelfclockDataSource)
    spark.read.format("selfclock").option("table", "connections").load("s3a://captures/*.pcap.gz")
"""

from selfclock_spark.datasource import SelfclockDataSource

__all__ = ["SelfclockDataSource"]
