timeval signed
title
10.0.0.1:40000_==>_10.0.0.2:80 (throughput)
xlabel
time
ylabel
thruput (bytes/sec)
dot 1700000000.041000 1024 yellow
go
