#!/usr/bin/env bash
# scapy 2.8.0 counts pcapng interfaces on through the sections of a file.
#
# Expected: interface 0 of a packet is the first interface of *its* section (a concatenation of files is a valid file).
# Seen:     interface 0 stays that of the first section. Where that has nanoseconds and the second microseconds, the packets of
#           the second are read in 1970 (a thousandth of their time).
# For us:   `cat a.pcapng b.pcapng` is a way to join captures; we, tshark and gopacket read both sections alike.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check 'scapy==2.8.0'
python/bin/python - <<'PYTHON'
import logging, struct
logging.disable(logging.CRITICAL)
from scapy.all import rdpcap

def block(kind, body):
    length = 12 + len(body)
    return struct.pack('<II', kind, length) + body + struct.pack('<I', length)

frame = bytes(12) + b'\x08\x00' + bytes(46)
def packet(ticks):
    return block(6, struct.pack('<IIIII', 0, ticks >> 32, ticks & 0xFFFFFFFF, len(frame), len(frame)) + frame)

section = block(0x0A0D0D0A, struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1))
in_ns = block(1, struct.pack('<HHI', 1, 0, 65535) + struct.pack('<HHB3xHH', 9, 1, 9, 0, 0))
in_us = block(1, struct.pack('<HHI', 1, 0, 65535))
SECONDS = 1700000000
a, b = section + in_ns + packet(SECONDS * 10**9), section + in_us + packet(SECONDS * 10**6)
for name, data in (('a', a), ('b', b), ('joined', a + b)):
    open(f'{name}.pcapng', 'wb').write(data)
alone = [int(rdpcap(f'{name}.pcapng')[0].time) for name in 'ab']
joined = [int(p.time) for p in rdpcap('joined.pcapng')]
print(f'each alone: {alone}; joined: {joined}')
assert alone == [SECONDS, SECONDS] and joined == [SECONDS, SECONDS // 1000], 'changed'
PYTHON
