/**
 * Captures that the soak uploads: the fixtures, and a few that cost: many connections, a long one, a small body that
 * unpacks to 60 MB.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { httpCapture } from '../../test/server/support/http-capture.js';
import { pcap, script } from '../../test/support/packets/packets.js';
import { sentCapture } from '../../test/support/packets/sent-capture.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));
const UNPACKED_BYTES = 60_000_000;

/** @typedef {{ name: string, bytes: Uint8Array }} SoakCapture */

/** @returns {SoakCapture[]} */
export function soakCaptures() {
  const fixtures = readdirSync(FIXTURES).filter((name) => /\.(pcap|pcapng|gz)$/.test(name));
  return [
    ...fixtures.map((name) => ({ name, bytes: readFileSync(FIXTURES + name) })),
    { name: 'connections.pcap', bytes: httpCapture(2000) },
    {
      name: 'long.pcap',
      bytes: pcap(script('client SYN', 'server SYN-ACK', 'client ACK', 'server data 4000x1448', 'client ACK'), {
        nanoseconds: false,
      }),
    },
    { name: 'bomb.pcap', bytes: bomb() },
    { name: 'no-capture.txt', bytes: Buffer.from('no capture at all') },
  ];
}

function bomb() {
  const packed = gzipSync(new Uint8Array(UNPACKED_BYTES));
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
  return sentCapture([
    { endpoint: 0, bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n') },
    { endpoint: 1, bytes: Buffer.concat([Buffer.from(head), packed]) },
  ]);
}
