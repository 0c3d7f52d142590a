/**
 * A constant of time says where it is from, or over which stacks it holds: one that was set by Linux alone, or by a
 * guess, is how other stacks come to be judged wrongly.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['lib/insight', 'lib/engine/verdicts', 'lib/engine/inference', 'lib/engine/sender', 'lib/engine/track'];
const CONSTANT = /^(?:export )?const ([A-Z][A-Z\d_]*_(?:NS|MS))(?:: f64)? = (?:Object\.freeze\()?[[(]?\d/;
/** A document, a stack, what people feel, the rule of ours that it follows; or that there is none of these. */
const SOURCE =
  /RFC \d|draft-|Wireshark|Linux|BSD|gVisor|lwIP|smoltcp|Solaris|Windows|Miller|Card, Moran|stack|lib\/|`\w+`/;

/**
 * The comment that a line stands under, alone or with others of its kind.
 * @param {string[]} lines @param {number} at
 */
function commentAbove(lines, at) {
  let end = at - 1;
  while (/^(export )?const /.test(lines[end] ?? '')) end--;
  if (!/\*\/$/.test(lines[end] ?? '')) return '';
  let start = end;
  while (!lines[start].startsWith('/**')) start--;
  return lines.slice(start, end + 1).join('\n');
}

const constants = ROOMS.flatMap((room) =>
  readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .flatMap((name) => {
      const lines = readFileSync(`${ROOT}${room}/${name}`, 'utf8').split('\n');
      return lines.flatMap((line, at) => {
        const constant = CONSTANT.exec(line)?.[1];
        return constant === undefined
          ? []
          : [{ constant: `${room}/${name}: ${constant}`, comment: commentAbove(lines, at) }];
      });
    }),
);

test('every constant of time names its source', () => {
  expect(constants.length).toBeGreaterThan(40);
  expect(constants.filter(({ comment }) => !SOURCE.test(comment)).map(({ constant }) => constant)).toEqual([]);
});
