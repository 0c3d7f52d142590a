/** Tables of what was judged, and the line for machines. */

/** @typedef {import('./judge.js').Judged} Judged */

/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole === 0 ? 'na' : (part / whole).toFixed(4));
/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
/** @template T @param {readonly T[]} list @param {(one: T) => number} of */
const total = (list, of) => list.reduce((sum, one) => sum + of(one), 0);

/** @param {Judged[]} all @param {{ scenarios: number, worst: number }} options */
export function report(all, { scenarios, worst }) {
  const wrong = all.filter(({ isTrue }) => !isTrue);
  return [
    table(['cause (family)', 'first sentences', 'true', 'instead'], familyRows(all)),
    table(['first sentence', 'said', 'true'], sentenceRows(all)),
    table(['owner', 'true s', 'said s', 'precision', 'recall'], ownerRows(all)),
    ...wrong
      .slice(0, worst)
      .map(
        ({ seed, family, at, code, sentence, codes }) =>
          `seed ${seed} ${family} at ${at}: ${code} "${sentence}" (true: ${codes.join(', ')})`,
      ),
    ...worstOwners(all).slice(0, worst),
    lastLine(all, scenarios),
  ].join('\n\n');
}

/** @param {Judged[]} all */
function familyRows(all) {
  return [...grouped(all, ({ family }) => family)].map(([family, of]) => {
    const wrong = of.filter(({ isTrue }) => !isTrue);
    const instead = [...grouped(wrong, ({ code, at }) => `${code}@${at}`)].map(
      ([code, { length }]) => `${code} ${length}`,
    );
    return [family, String(of.length), share(of.length - wrong.length, of.length), instead.join(', ')];
  });
}

/** @param {Judged[]} all */
function sentenceRows(all) {
  return [...grouped(all, ({ code }) => code)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, of]) => [code, String(of.length), share(of.filter(({ isTrue }) => isTrue).length, of.length)]);
}

/** @param {Judged[]} all */
function ownerRows(all) {
  const scored = all.map(({ owners }) => owners);
  const owners = [
    ...new Set(scored.flatMap(({ truth, said }) => [...Object.keys(truth), ...Object.keys(said)])),
  ].sort();
  return owners.map((owner) => {
    const truth = total(scored, (one) => one.truth[owner] ?? 0);
    const said = total(scored, (one) => one.said[owner] ?? 0);
    const both = total(scored, (one) => Math.min(one.truth[owner] ?? 0, one.said[owner] ?? 0));
    return [owner, truth.toFixed(1), said.toFixed(1), share(both, said), share(both, truth)];
  });
}

/** @param {Judged[]} all @returns {string[]} those with most seconds of a wrong owner */
function worstOwners(all) {
  return all
    .filter(({ owners }) => owners.wrong > 0)
    .sort((a, b) => b.owners.wrong - a.owners.wrong)
    .map(
      ({ seed, family, at, owners }) =>
        `seed ${seed} ${family} at ${at}: ${owners.wrong.toFixed(3)} s wrong; true ${text(owners.truth)}; said ${text(owners.said)}`,
    );
}

/** @param {Record<string, number>|undefined} seconds */
const text = (seconds = {}) =>
  Object.entries(seconds)
    .map(([owner, value]) => `${owner} ${value.toFixed(3)}`)
    .join(' ');

/** @param {Judged[]} all @param {number} scenarios */
function lastLine(all, scenarios) {
  const rightOf = (/** @type {Judged[]} */ of) =>
    share(
      total(of, ({ owners }) => owners.right),
      total(of, ({ owners }) => owners.seconds),
    );
  return [
    `CAUSES scenarios=${scenarios}`,
    `first=${share(all.filter(({ isTrue }) => isTrue).length, all.length)}`,
    `owner_sender=${rightOf(all.filter(({ isAtSender }) => isAtSender))}`,
    `owner_elsewhere=${rightOf(all.filter(({ isAtSender }) => !isAtSender))}`,
    `wrong=${share(
      total(all, ({ owners }) => owners.wrong),
      total(all, ({ owners }) => owners.seconds),
    )}`,
  ].join(' ');
}

/** @template T @param {readonly T[]} list @param {(one: T) => string} of @returns {Map<string, T[]>} */
function grouped(list, of) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const one of list) {
    const key = of(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}
