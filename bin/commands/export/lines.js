import { open } from 'node:fs/promises';

import { FLUSH_AT, Output } from '../output.js';

/** Prints lines to standard output. @param {Iterable<string>} lines each with its end */
export async function printWhole(lines) {
  const output = new Output();
  for (const line of lines) {
    const full = output.write(line);
    if (full) await full;
  }
  await output.flush();
}

/** Writes them to a file. @param {string} path @param {Iterable<string>} lines each with its end */
export async function writeWhole(path, lines) {
  const file = await open(path, 'w');
  try {
    let pending = '';
    for (const line of lines) {
      pending += line;
      if (pending.length < FLUSH_AT) continue;
      await file.writeFile(pending);
      pending = '';
    }
    await file.writeFile(pending);
  } finally {
    await file.close();
  }
}
