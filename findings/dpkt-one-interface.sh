#!/usr/bin/env bash
# dpkt 1.9.8 reads every packet of a pcapng file with the resolution of the first interface, leaves out Simple Packet Blocks,
# and ends without a word where a section of the other byte order begins.
#
# Expected: each packet by its own interface (dumpcap writes nanoseconds for one and microseconds for another); all packets, or
#           an error.
# Seen:     the second interface's packet in 1970; 0 of 1 simple packets; 1 of 2 packets of little- and big-endian sections.
# For us:   its counts and times are no reference for files with more than one interface.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check 'dpkt==1.9.8'
python/bin/python - <<'PYTHON'
import io, struct
import dpkt

def block(kind, body, order='<'):
    length = 12 + len(body)
    return struct.pack(order + 'II', kind, length) + body + struct.pack(order + 'I', length)

frame = bytes(12) + b'\x08\x00' + bytes(46)
def section(order='<'):
    return block(0x0A0D0D0A, struct.pack(order + 'IHHq', 0x1A2B3C4D, 1, 0, -1), order)
def in_us(order='<'):
    return block(1, struct.pack(order + 'HHI', 1, 0, 65535), order)
def packet(ticks, interface=0, order='<'):
    head = struct.pack(order + 'IIIII', interface, ticks >> 32, ticks & 0xFFFFFFFF, len(frame), len(frame))
    return block(6, head + frame, order)

in_ns = block(1, struct.pack('<HHI', 1, 0, 65535) + struct.pack('<HHB3xHH', 9, 1, 9, 0, 0))
SECONDS = 1700000000
files = {
    'two interfaces': section() + in_ns + in_us() + packet(SECONDS * 10**9, 0) + packet(SECONDS * 10**6, 1),
    'simple packet': section() + in_us() + block(3, struct.pack('<I', len(frame)) + frame),
    'two byte orders': section() + in_us() + packet(SECONDS * 10**6) + section('>') + in_us('>') + packet(SECONDS * 10**6, 0, '>'),
}
seen = {name: [int(time) for time, _ in dpkt.pcapng.Reader(io.BytesIO(data))] for name, data in files.items()}
print(seen)
assert seen == {
    'two interfaces': [SECONDS, SECONDS // 1000],
    'simple packet': [],
    'two byte orders': [SECONDS],
}, 'changed'
PYTHON
