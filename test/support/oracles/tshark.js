/** tshark as an oracle: fields of each packet of a capture. Ask for it by describeWithPrograms(…, ['tshark'], …). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/**
 * @param {string | Uint8Array} capture path, or the file's bytes
 * @param {string[]} fields such as tcp.stream
 * @param {string[]} [options] more of tshark's arguments
 * @returns {string[][]} a row a packet; a field that is there several times is joined by commas, a missing one is ''
 */
export function tsharkFields(capture, fields, options = []) {
  if (typeof capture !== 'string') return withFile(capture, (path) => tsharkFields(path, fields, options));
  const text = execFileSync(
    'tshark',
    ['-n', '-r', capture, ...options, '-T', 'fields', ...fields.flatMap((field) => ['-e', field])],
    { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES },
  );
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
}

/** @template T @param {Uint8Array} bytes @param {(path: string) => T} use the file is gone afterwards @returns {T} */
export function withFile(bytes, use) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-test-'));
  try {
    const path = join(folder, 'capture');
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
