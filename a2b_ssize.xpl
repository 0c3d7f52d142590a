timeval signed
title
10.0.0.1:40000_==>_10.0.0.2:80 (segment size graph)
xlabel
time
ylabel
segment size (bytes)
red
dot 1700000000.041000 42
blue
dot 1700000000.041000 42
go
