#!/usr/bin/env bash
# scapy 2.8.0 and python-pcapng 2.1.1 leave out `if_tsoffset` of a pcapng interface; dpkt 1.9.8 adds it.
#
# Expected: the option's seconds are added to each timestamp (draft-ietf-opsawg-pcapng, section 4.2), as tshark does.
# Seen:     a packet written as 1699999000 s with an offset of 1000 s is read as 1699999000 by scapy and python-pcapng.
# For us:   captures that went through them may be whole seconds away from the others of the same event.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check 'scapy==2.8.0' 'python-pcapng==2.1.1' 'dpkt==1.9.8'
python/bin/python - <<'PYTHON'
import logging, struct
logging.disable(logging.CRITICAL)
import dpkt, pcapng
from scapy.all import rdpcap

def option(code, value):
    return struct.pack('<HH', code, len(value)) + value + bytes(-len(value) % 4)

def block(kind, body):
    length = 12 + len(body)
    return struct.pack('<II', kind, length) + body + struct.pack('<I', length)

OFFSET, WRITTEN = 1000, 1699999000
frame = bytes(12) + b'\x08\x00' + bytes(46)
ticks = WRITTEN * 10**6
options = option(9, b'\x06') + option(14, struct.pack('<q', OFFSET)) + option(0, b'')
open('offset.pcapng', 'wb').write(
    block(0x0A0D0D0A, struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1))
    + block(1, struct.pack('<HHI', 1, 0, 65535) + options)
    + block(6, struct.pack('<IIIII', 0, ticks >> 32, ticks & 0xFFFFFFFF, len(frame), len(frame)) + frame))
seen = {
    'scapy': int(rdpcap('offset.pcapng')[0].time),
    'python-pcapng': [int(b.timestamp) for b in pcapng.FileScanner(open('offset.pcapng', 'rb')) if hasattr(b, 'timestamp')][0],
    'dpkt': int(next(iter(dpkt.pcapng.Reader(open('offset.pcapng', 'rb'))))[0]),
}
print({name: f'{time - WRITTEN} s added' for name, time in seen.items()})
assert seen == {'scapy': WRITTEN, 'python-pcapng': WRITTEN, 'dpkt': WRITTEN + OFFSET}, 'changed'
PYTHON
