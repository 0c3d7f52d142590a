/** @typedef {import('./explanation.js').Explanation} Explanation */

const DIRECTIONS = Object.freeze({ clientToServer: ", client's data", serverToClient: ", server's data" });

/** @param {{ title: string, direction: keyof typeof DIRECTIONS | null }} what */
const titleOf = ({ title, direction }) => `${title}${direction === null ? '' : DIRECTIONS[direction]}`;

/** @param {number | null} seconds */
const costOf = (seconds) => (seconds === null ? 'cost not known' : `${seconds} s`);

/**
 * For people, the same on the command line and on the page.
 * @param {Explanation} explanation
 * @returns {string[]}
 */
export function explanationLines({ sentence, rule, findings, limit, yielded, unobservable, shows }) {
  return [
    `${sentence}.`,
    `Why: ${rule}.`,
    ...section(
      'Found, worst first',
      findings.map((one) => `${one.severity}  ${titleOf(one)}: ${costOf(one.costSeconds)}`),
    ),
    ...section('Limit', limit === null ? [] : [limit]),
    ...section(
      'Not reported',
      yielded.map((one) => `${titleOf(one)}: yields to ${one.to} (${one.rule})`),
    ),
    ...section(
      'May have occurred unseen',
      unobservable.map((one) => `${titleOf(one)}: ${one.reason}`),
    ),
    ...shows.flatMap(({ direction, shown, lacking, placeConfidence }) =>
      section(`The capture shows of the ${direction === 'clientToServer' ? 'client' : 'server'}'s data`, [
        shown.join(', '),
        ...(lacking.length === 0 ? [] : [`not: ${lacking.join(', ')}`]),
        `place of the capture: confidence ${placeConfidence}`,
      ]),
    ),
  ];
}

/** @param {string} title @param {string[]} lines */
const section = (title, lines) => (lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]);
