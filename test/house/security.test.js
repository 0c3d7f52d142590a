/** Holds docs/security.md to the tests: every promise names some, and those that it names are there. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * A title behind `test(`, `describe(` or the table of one of their `each`, which may be called `sniffing` or the like.
 */
const TITLES = /(?:\w|\]|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`([^`\n]*)`),/g;

/** @typedef {{ words: string, tests: { file: string, title: string }[] }} Promised */

/** @returns {Promised[]} the bullets, each with the lines that belong to it */
function promises() {
  const bullets = readFileSync(`${ROOT}docs/security.md`, 'utf8')
    .split(/^(?=- |#|\n)/m)
    .filter((part) => part.startsWith('- '));
  return bullets.map((bullet) => ({
    words: bullet.slice(2, bullet.search(/\n|$/)),
    tests: [...bullet.matchAll(/^ {2}Test: `([^`]+)`, (.+)$/gm)].map(([, file, title]) => ({ file, title })),
  }));
}

/** @param {string} file @returns {Set<string>} as they are written */
function titlesOf(file) {
  const text = readFileSync(ROOT + file, 'utf8');
  return new Set(
    Array.from(text.matchAll(TITLES), ([, plain, quoting, template]) =>
      (plain ?? quoting ?? template).replaceAll("\\'", "'"),
    ),
  );
}

test('there are promises', () => {
  expect(promises().length).toBeGreaterThan(20);
});

test.each(promises())('a test holds: $words', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const { file, title } of tests) {
    expect([file, existsSync(ROOT + file)]).toEqual([file, true]);
    expect([...titlesOf(file)]).toContain(title);
  }
});
