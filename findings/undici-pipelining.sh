#!/usr/bin/env bash
# undici 7.30.2 with `pipelining: 4` sends its GETs one after the other.
#
# Expected: up to four requests on their way on the connection, as the option's description says.
# Seen:     one; each waits for the header of the answer before, since a request is `blocking` by default unless it is a
#           HEAD. With `blocking: false` in each request there are up to four.
# For us:   a capture of such a client shows no pipelining and waits of a round trip between its requests, and that is
#           what its program did.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --silent --no-audit --no-fund --ignore-scripts undici@7.30.2 >>npm.log
cat >run.mjs <<'NODE'
import { createServer } from 'node:net';
import { once } from 'node:events';
import { Client } from 'undici';

/** Counts requests that came before any of them is answered, 200 ms after the first. */
async function onTheirWay(more) {
  let waiting = 0;
  let most = 0;
  const server = createServer((socket) => {
    const answer = () => {
      most = Math.max(most, waiting);
      while (waiting-- > 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      waiting = 0;
    };
    socket.on('data', (bytes) => {
      if (waiting === 0) setTimeout(answer, 200);
      waiting += String(bytes).split('GET /').length - 1;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new Client(`http://127.0.0.1:${server.address().port}`, { pipelining: 4 });
  const get = async () => (await client.request({ path: '/', method: 'GET', ...more })).body.dump();
  await get();
  await Promise.all([get(), get(), get(), get()]);
  await client.close();
  server.close();
  return most;
}

const usual = await onTheirWay({});
const unblocked = await onTheirWay({ blocking: false });
console.log('on their way at once:', usual, '; with blocking: false:', unblocked);
if (usual !== 1 || unblocked !== 4) throw new Error('changed');
NODE
node run.mjs
