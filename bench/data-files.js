/**
 * The bench's captures on disk (bench/data/, not in git): made when missing, or when the generator has changed since.
 * Beside each is a JSON with what the generator knows about it.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';

import { CAPTURES } from './generator/captures.js';
import { generate } from './generator/generate.js';

const FOLDER = fileURLToPath(new URL('data/', import.meta.url));
const GENERATOR = new URL('generator/', import.meta.url);
/** Bytes at scale 1, rounded up, for the look at the free space. */
const SIZES = new Map([
  ['a', 1.2e9],
  ['b', 6e8],
  ['c', 2.5e8],
  ['d', 3.5e8],
]);

/**
 * @typedef {{ name: string, title: string, scale: number, path: string, packets: number, bytes: number, flows: number,
 *   generator: string }} BenchCapture
 */

/** @returns {string} changes with the generator's source */
function generatorVersion() {
  const hash = createHash('sha256');
  for (const name of readdirSync(GENERATOR).sort()) hash.update(readFileSync(new URL(name, GENERATOR)));
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} name a, b, c, d @param {number} scale @returns {BenchCapture} */
export function benchCapture(name, scale) {
  const definition = CAPTURES.find((capture) => capture.name === name);
  if (!definition) {
    throw new Error(`bench: there is no capture "${name}", only ${CAPTURES.map((capture) => capture.name).join(', ')}`);
  }
  const path = `${FOLDER}${name}${scale === 1 ? '' : `-${scale}`}.pcap`;
  const about = `${path}.json`;
  const generator = generatorVersion();
  if (existsSync(about) && existsSync(path)) {
    const known = /** @type {BenchCapture} */ (JSON.parse(readFileSync(about, 'utf8')));
    if (known.generator === generator && statSync(path).size === known.bytes) return { ...known, path };
  }
  mkdirSync(FOLDER, { recursive: true });
  demandSpace(Number(SIZES.get(name)) * scale);
  process.stderr.write(`Generating ${path} … `);
  const beganMs = performance.now();
  const made = generate(definition, scale, `${path}.part`);
  renameSync(`${path}.part`, path);
  process.stderr.write(
    `${made.packets} packets, ${Math.round(made.bytes / 1e6)} MB in ${((performance.now() - beganMs) / 1000).toFixed(1)} s\n`,
  );
  const capture = { name, title: definition.title, scale, path, ...made, generator };
  writeFileSync(about, `${JSON.stringify(capture, null, 2)}\n`);
  return capture;
}

/** @param {BenchCapture} capture */
export function removeBenchCapture(capture) {
  rmSync(capture.path, { force: true });
  rmSync(`${capture.path}.json`, { force: true });
}

/** @param {number} bytes */
function demandSpace(bytes) {
  const { bavail, bsize } = statfsSync(FOLDER);
  if (bavail * bsize < bytes * 1.1) {
    throw new Error(
      `bench: ${FOLDER} needs ${Math.ceil(bytes / 1e6)} MB free; free some space or take a smaller --scale`,
    );
  }
}
