#!/usr/bin/env bash
# The server of werkzeug 3.1.9, which Flask's and moto's are, answers `Expect: 100-continue` twice.
#
# Expected: one "100 Continue" before the answer (RFC 9110 section 10.1.1).
# Seen:     two, in two segments: `http.server` of Python's library sends one by itself where the server speaks HTTP/1.1
#           (as with threads), and werkzeug's handler another. It is valid, as a client reads interim answers until the last.
# For us:   boto3's uploads to moto, as of tests with S3, have two interim answers each; a time to the first byte must
#           not end with the first, and neither is an answer without its request.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check 'werkzeug==3.1.9'
python/bin/python - <<'PYTHON'
import logging, socket, threading
from werkzeug.serving import make_server
from werkzeug.wrappers import Request, Response

logging.disable(logging.CRITICAL)

@Request.application
def echo(request):
    return Response(request.get_data())

server = make_server('127.0.0.1', 0, echo, threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
with socket.create_connection(('127.0.0.1', server.server_port)) as client:
    client.sendall(b'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n')
    client.sendall(b'hello')
    answer = b''
    while piece := client.recv(65536):
        answer += piece
server.shutdown()
count = answer.count(b'HTTP/1.1 100 Continue')
print('interim answers:', count, '; final:', answer.count(b'HTTP/1.1 200 OK'))
assert count == 2 and answer.endswith(b'hello'), 'changed'
PYTHON
