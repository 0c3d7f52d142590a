import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HEADER_BYTES = 24;
/**
 * Without reassembling what comes out of order, tshark 4.0 calls some retransmissions of HTTP a reassembly error, in
 * recordings of Linux too.
 */
const OPTIONS = [
  '-o',
  'ip.check_checksum:TRUE',
  '-o',
  'tcp.check_checksum:TRUE',
  '-o',
  'tcp.reassemble_out_of_order:TRUE',
];
const WRONG = '_ws.malformed || ip.checksum.status == 0 || tcp.checksum.status == 0';

/**
 * What tshark says of packets, where it is installed. Starting it for each capture would take minutes, so captures of
 * one tap stand one behind the other in one file: their connections begin at other sequence numbers, so tshark keeps
 * them apart.
 */
export class PacketChecks {
  /** @type {Map<string, Uint8Array[]>} */
  #piles = new Map();
  #packets = 0;
  #isMissing = false;

  /** @param {string} at the tap @param {Uint8Array} capture that the simulator wrote @param {number} packets */
  add(at, capture, packets) {
    const pile = this.#piles.get(at) ?? [];
    this.#piles.set(at, pile);
    this.#packets += packets;
    pile.push(pile.length === 0 ? capture : capture.subarray(HEADER_BYTES));
  }

  /** @param {Uint8Array[]} pile @returns {number} packets that it finds wrong */
  #wrong(pile) {
    const folder = mkdtempSync(join(tmpdir(), 'selfclock-bench-'));
    const file = join(folder, 'all.pcap');
    try {
      writeFileSync(file, Buffer.concat(pile));
      const { error, status, stdout, stderr } = spawnSync(
        'tshark',
        ['-r', file, ...OPTIONS, '-Y', WRONG, '-T', 'fields', '-e', 'frame.number'],
        { encoding: 'utf8', maxBuffer: 2 ** 30 },
      );
      this.#isMissing ||= error !== undefined && 'code' in error && error.code === 'ENOENT';
      if (!this.#isMissing && status !== 0) throw new Error(`tshark: ${stderr}`);
      return this.#isMissing ? 0 : stdout.split('\n').length - 1;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  /** @returns {string} in a sentence */
  verdict() {
    const wrong = [...this.#piles.values()].reduce((sum, pile) => sum + this.#wrong(pile), 0);
    return this.#isMissing
      ? 'tshark is not installed, so it was not asked.'
      : `tshark calls ${wrong} of ${this.#packets} packets malformed or with a wrong checksum.`;
  }
}
