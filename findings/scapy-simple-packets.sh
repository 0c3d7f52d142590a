#!/usr/bin/env bash
# scapy 2.8.0 gives a packet of a pcapng Simple Packet Block the time at which it is read.
#
# Expected: such a block has no timestamp, so none, or 0 (tshark leaves frame.time_epoch empty, gopacket says year 1).
# Seen:     `packet.time` is the reader's clock: the same file has other times at each reading, and all look plausible.
# For us:   such packets have no times on the page, and none are taken from them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check 'scapy==2.8.0'
python/bin/python - <<'PYTHON'
import logging, struct, time
logging.disable(logging.CRITICAL)
from scapy.all import rdpcap

def block(kind, body):
    length = 12 + len(body)
    return struct.pack('<II', kind, length) + body + struct.pack('<I', length)

frame = bytes(12) + b'\x08\x00' + bytes(46)
section = block(0x0A0D0D0A, struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1))
interface = block(1, struct.pack('<HHI', 1, 0, 65535))
open('simple.pcapng', 'wb').write(section + interface + block(3, struct.pack('<I', len(frame)) + frame))

def read():
    before = time.time()
    packet_time = float(rdpcap('simple.pcapng')[0].time)
    return packet_time, before <= packet_time <= time.time()

first, is_now = read()
time.sleep(1.1)
second, is_now_too = read()
print(f'time is that of reading: {is_now and is_now_too}; two readings differ by {second - first:.0f} s')
assert is_now and is_now_too and second - first > 1, 'changed'
PYTHON
