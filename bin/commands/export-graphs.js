import { mkdir } from 'node:fs/promises';
import { writeGraphs } from '../../lib/export/file/write-graphs.js';

/**
 * Writes the connection's xplot files into a directory, made where it is missing; without one into the present one, as tcptrace does.
 * @param {import('./export.js').Export} what
 */
export async function exportGraphs({ analysis, flow, output = '.' }) {
  await mkdir(output, { recursive: true });
  writeGraphs(analysis, flow, output);
}
