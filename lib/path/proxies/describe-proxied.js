import { counted, timeText } from '../../shared/text/quantities.js';
import { labelsOf } from '../describe/labels.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('./proxied.js').Proxied} Proxied */
/** @typedef {import('../findings/joined-findings.js').PathFinding} PathFinding */

/** @param {Path} path */
const labels = ({ points }) => labelsOf(points.map(({ file }) => file));

/** @param {Path} path @param {readonly Proxied[]} proxied @returns {PathFinding[]} one for each two connections */
export function proxyFindings(path, proxied) {
  const names = labels(path);
  return proxied.map((pair) => {
    const [one, other] = pair.between;
    const [first, second] = pair.connections.map((index, at) => {
      const facts = path.connections[index].facts[pair.between[at]];
      return facts === null ? '' : path.points[pair.between[at]].tcp.flows.number(facts.flow);
    });
    return {
      code: 'proxied',
      title: 'Two connections of a proxy',
      message: `${names[one]}'s connection ${first} and ${names[other]}'s ${second} carry the same conversation: a proxy between them ends TCP${whenText(pair, names)}. Their ${pair.turns} turns are of the same lengths (confidence ${pair.confidence}).`,
      connection: pair.connections[0],
      direction: null,
      between: pair.between,
      from: [one, other],
      withdrawn: null,
    };
  });
}

/** @param {Proxied} pair @param {string[]} names */
function whenText({ between: [one, other], afterNs, isClockKnown }, names) {
  if (afterNs === null) return '';
  const when = afterNs < 0 ? 'before' : 'after';
  const clocks = isClockKnown ? '' : ', by their clocks';
  return `, and ${names[other]}'s begins ${timeText(Math.abs(afterNs))} ${when} ${names[one]}'s first byte${clocks}`;
}

/**
 * A sentence about each two points, without a full stop.
 * @param {Path} path @param {readonly Proxied[]} proxied
 */
export function proxyNotes(path, proxied) {
  const names = labels(path);
  /** @type {Map<string, Proxied[]>} */
  const byPoints = new Map();
  for (const pair of proxied) byPoints.set(pair.between.join(), [...(byPoints.get(pair.between.join()) ?? []), pair]);
  return [...byPoints.values()].map((pairs) => {
    const [{ between }] = pairs;
    const [one, other] = between.map((place) => names[place]);
    const text = `A proxy between ${one} and ${other} ends TCP: ${counted(pairs.length, 'connection')} of each`;
    return `${text} ${pairs.length === 1 ? 'carries' : 'carry'} the same conversation${medianText(pairs, names)}`;
  });
}

/** @param {readonly Proxied[]} pairs @param {string[]} names */
function medianText(pairs, names) {
  const known = pairs.filter(({ afterNs }) => afterNs !== null).sort((a, b) => Number(a.afterNs) - Number(b.afterNs));
  const median = known[known.length >> 1];
  return median === undefined ? '' : whenText(median, names);
}
