#!/usr/bin/env bash
# After the change from QUIC version 1 to 2, aioquic 1.7.2's client seals its next Initial packet with keys of version 1 under a
# header of version 2.
#
# Expected: a packet with a header of version 2 is sealed with keys derived for version 2 (RFC 9369 sections 3.3.1 and 4.1).
# Seen:     the server's Initial opens with keys of version 2, the client's answer (an acknowledgement, header of version 2) only
#           with those of version 1. The handshake goes on, as nobody needs that packet.
# For us:   such a packet stays closed where keys go by the header; that says nothing of the key log or the capture.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check 'aioquic==1.7.2'
python/bin/python - <<'PYTHON'
import datetime, ssl
from aioquic.buffer import Buffer
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection
from aioquic.quic.crypto import CryptoError, CryptoPair
from aioquic.quic.packet import QuicPacketType, QuicProtocolVersion, pull_quic_header
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

V1, V2 = QuicProtocolVersion.VERSION_1, QuicProtocolVersion.VERSION_2
key = ec.generate_private_key(ec.SECP256R1())
name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, 'a')])
day = datetime.datetime.now(datetime.timezone.utc)
build = x509.CertificateBuilder(name, name, key.public_key(), 1, day, day + datetime.timedelta(1))
own = QuicConfiguration(is_client=False, supported_versions=[V2, V1], private_key=key,
                        certificate=build.sign(key, hashes.SHA256()))
client = QuicConnection(configuration=QuicConfiguration(
    is_client=True, server_name='a', verify_mode=ssl.CERT_NONE, original_version=V1, supported_versions=[V2, V1]))
client.connect(('192.0.2.1', 443), now=0)
sent = [data for data, _ in client.datagrams_to_send(now=0)]
target = pull_quic_header(Buffer(data=sent[0]), host_cid_length=8).destination_cid
server = QuicConnection(configuration=own, original_destination_connection_id=target)
seen = []

def note(who, data):
    """The Initial packet that a datagram begins with: its version, and those whose keys open it."""
    buffer = Buffer(data=data)
    header = pull_quic_header(buffer, host_cid_length=8)
    if header.packet_type != QuicPacketType.INITIAL:
        return
    opens = []
    for version in (V1, V2):
        keys = CryptoPair()
        keys.setup_initial(cid=target, is_client=who == 'server', version=version)
        try:
            keys.decrypt_packet(data[:header.packet_length], buffer.tell(), 0)
            opens.append(version.name)
        except CryptoError:
            pass
    seen.append((who, QuicProtocolVersion(header.version).name, opens))

for turn in range(3):
    for data in sent:
        note('client', data)
        server.receive_datagram(data, ('192.0.2.2', 1), now=turn)
    for data, _ in server.datagrams_to_send(now=turn):
        note('server', data)
        client.receive_datagram(data, ('192.0.2.1', 443), now=turn)
    sent = [data for data, _ in client.datagrams_to_send(now=turn)]
for who, version, opens in seen:
    print(f'{who}: header of {version}, opened by {", ".join(opens) or "neither"}')
one, two = V1.name, V2.name
assert seen == [('client', one, [one]), ('server', two, [two]), ('client', two, [one])], 'changed'
PYTHON
