import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIB = fileURLToPath(new URL('../..', import.meta.url));
/** Rooms of a run without the analysis. */
const SIMULATED = ['simulator', 'studies'];
const HASH_CHARS = 16;

/**
 * The code that results of a study's runs depend on: the source of the simulator's and the studies' modules or, where
 * runs use the analysis, of all modules of `lib`.
 * @param {{ asksAnalysis?: boolean }} study
 * @returns {string} 16 hexadecimal digits (of SHA-256); of contents and file names
 */
export function programHash({ asksAnalysis = false }) {
  const hash = createHash('sha256');
  const names = readdirSync(LIB, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.js') && (asksAnalysis || SIMULATED.includes(name.split(sep)[0])),
  );
  for (const name of names.sort()) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(LIB, name)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, HASH_CHARS);
}
