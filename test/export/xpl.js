/** xplot files, tcptrace's and ours, taken apart into primitives that can be compared whatever their order. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COLORS = new Set(['white', 'red', 'blue', 'green', 'yellow', 'orange', 'pink', 'purple', 'magenta']);
const PRIMITIVE = /^(line|dot|diamond|box|invisible|[udlr]arrow|[udlrhv]tick|[albrc]text)( -?[\d.]+)+( [a-z]+)?$/;

/**
 * @param {string} text of a file
 * @returns {{ head: string, primitives: string[] }} each primitive with the colour that it is drawn in, and its text
 */
export function parseXpl(text) {
  const lines = text.split('\n');
  if (lines.at(-2) !== 'go' || lines.at(-1) !== '') throw new Error('an xplot file should end with "go"');
  const [axes, , title, , xLabel, , yLabel] = lines;
  const head = [axes, title, xLabel, yLabel].join(' | ');
  if (lines[1] !== 'title' || lines[3] !== 'xlabel' || lines[5] !== 'ylabel') {
    throw new Error(`this is not the head of an xplot file: ${lines.slice(0, 7).join(' | ')}`);
  }
  const primitives = [];
  let color = 'none';
  for (let i = 7; i < lines.length - 2; i++) {
    const line = lines[i];
    if (COLORS.has(line)) {
      color = line;
      continue;
    }
    const match = PRIMITIVE.exec(line);
    if (!match) throw new Error(`line ${i + 1} is no primitive: ${line}`);
    const own = match[3] === undefined ? `${line} ${color}` : line;
    primitives.push(match[1].endsWith('text') ? `${own} "${lines[++i]}"` : own);
  }
  return { head, primitives };
}

/**
 * @param {string[]} expected @param {string[]} actual
 * @returns {{ missing: string[], extra: string[] }} what one has more often than the other
 */
export function difference(expected, actual) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const primitive of expected) counts.set(primitive, (counts.get(primitive) ?? 0) + 1);
  const extra = actual.filter((primitive) => {
    const left = counts.get(primitive) ?? 0;
    counts.set(primitive, left - 1);
    return left <= 0;
  });
  return {
    missing: [...counts].flatMap(([primitive, left]) => Array.from({ length: Math.max(0, left) }, () => primitive)),
    extra,
  };
}

/** The files of `tcptrace -G`. @param {string} capture path @returns {Map<string, string>} text by name */
export function tcptraceGraphs(capture) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-xpl-'));
  try {
    execFileSync('tcptrace', ['-G', '-n', capture], { cwd: folder, stdio: 'ignore', timeout: 60_000 });
    return new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith('.xpl'))
        .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
