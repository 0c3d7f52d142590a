/** So many packets a second on loopback, most of a few connections that last, and short ones that are written down. */
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const TICK_MS = 5;
const LASTING = 8;
/** In a packet's 200 bytes (the namespace's MTU) there is room for some 148 of them; an acknowledgement is one, too. */
const CHUNK_BYTES = 16 * 1024;
const BACKLOG_BYTES = 1024 ** 2;

/** @typedef {{ port: number, beganMs: number, endedMs: number|null }} Talk a short connection, by its client's port */

export class Load {
  /** Short connections, in the order in which they began. @type {Talk[]} */
  talks = [];
  #perSecond;
  #talksPerSecond;
  #server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined).on('end', () => socket.end('bye'));
    socket.resume();
  });
  /** @type {import('node:net').Socket[]} */
  #lasting = [];
  /** @type {NodeJS.Timeout|undefined} */
  #timer;

  /** @param {{ packetsPerSecond: number, talksPerSecond: number }} rates */
  constructor({ packetsPerSecond, talksPerSecond }) {
    this.#perSecond = packetsPerSecond;
    this.#talksPerSecond = talksPerSecond;
  }

  /** @returns {Promise<number>} the server's port */
  async start() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(null)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#server.address());
    this.#lasting = Array.from({ length: LASTING }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const began = { ms: performance.now(), packets: packetsSent() };
    let talks = 0;
    let next = 0;
    let packetsOfChunk = CHUNK_BYTES / 100;
    let chunks = 0;
    this.#timer = setInterval(() => {
      const seconds = (performance.now() - began.ms) / 1000;
      const sent = packetsSent() - began.packets;
      if (chunks > 0) packetsOfChunk = sent / chunks;
      for (let due = seconds * this.#perSecond - sent; due > 0; due -= packetsOfChunk) {
        const socket = this.#lasting[next++ % LASTING];
        if (socket.writableLength > BACKLOG_BYTES) continue;
        socket.write(chunk);
        chunks++;
      }
      for (; talks < seconds * this.#talksPerSecond; talks++) this.#talk(port);
    }, TICK_MS);
    return port;
  }

  /** @param {number} serverPort */
  #talk(serverPort) {
    /** @type {Talk} */
    const talk = { port: 0, beganMs: Date.now(), endedMs: null };
    const socket = connect(serverPort, '127.0.0.1', () => {
      talk.port = /** @type {number} */ (socket.localPort);
      this.talks.push(talk);
      socket.end('hello');
    });
    socket.on('error', () => undefined).on('close', () => (talk.endedMs = Date.now()));
    socket.resume();
  }

  stop() {
    clearInterval(this.#timer);
    for (const socket of this.#lasting) socket.destroy();
    this.#server.close();
  }
}

/** @returns {number} packets that loopback has carried */
export function packetsSent() {
  const [, counts = ''] = /^ *lo: *(.*)$/m.exec(readFileSync('/proc/net/dev', 'utf8')) ?? [];
  return Number(counts.split(/ +/)[9]);
}
