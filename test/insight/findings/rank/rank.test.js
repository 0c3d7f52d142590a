/** Which finding leads: an order that does not depend on who found it first, and what yields to what. */
import { KINDS } from '../../../../lib/insight/findings/all-kinds.js';
import { finding } from '../../../../lib/insight/findings/finding.js';
import { PRECEDENCE } from '../../../../lib/insight/findings/rank/precedence.js';
import { doesLimitLead, leadRule, worstFirst } from '../../../../lib/insight/findings/rank/weight.js';
import { withoutYielding } from '../../../../lib/insight/findings/rank/yields.js';

/** @typedef {import('../../../../lib/insight/findings/finding.js').Finding} Finding */

/** @param {string} code @param {Partial<import('../../../../lib/insight/findings/finding.js').Found>} [but] */
const found = (code, but = {}) =>
  finding(
    {
      kind: KINDS[code],
      severity: 'warning',
      direction: 0,
      startNs: 0,
      endNs: 1e9,
      costNs: null,
      message: code,
      advice: '',
      ...but,
    },
    {},
  );

/** A repeatable sequence of numbers from 0 up to 1. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @template T @param {readonly T[]} list @param {() => number} next */
const shuffled = (list, next) =>
  list
    .map((one) => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

/** @param {() => number} next */
const anyFindings = (next) => {
  const codes = Object.keys(KINDS);
  const pick = (/** @type {readonly any[]} */ list) => list[Math.floor(next() * list.length)];
  return Array.from({ length: 12 }, () =>
    found(pick(codes), {
      severity: pick(['error', 'warning', 'note']),
      direction: pick([null, 0, 1]),
      costNs: pick([null, 0, 1e9, 2e9]),
      startNs: pick([0, 1e9]),
      endNs: pick([1e9, 2e9]),
      message: pick(['one', 'other']),
    }),
  );
};

test('every kind has one place among those that weigh the same', () => {
  expect([...PRECEDENCE].sort()).toEqual(Object.keys(KINDS).sort());
});

test('the order, and what yields, do not depend on the order in which findings were made', () => {
  const next = numbers(41);
  for (let run = 0; run < 200; run++) {
    const all = anyFindings(next);
    const rankOf = (/** @type {Finding[]} */ list) => withoutYielding(worstFirst(list));
    expect(rankOf(shuffled(all, next))).toEqual(rankOf([...all]));
  }
});

test('faults stand before notes, dear ones before cheap ones, and what failed before what took time', () => {
  const ordered = [
    found('connection_refused', { severity: 'error' }),
    found('http_errors'),
    found('zero_window', { costNs: 3e9 }),
    found('reset'),
    found('sack_off', { severity: 'note' }),
    found('all_well', { severity: 'note' }),
  ];
  expect(worstFirst([...ordered].reverse()).map(({ code }) => code)).toEqual(ordered.map(({ code }) => code));
});

test('a cause above a note explains its effects of the same direction', () => {
  const hole = found('mtu_black_hole');
  const [gone, other] = [found('half_open'), found('half_open', { direction: 1 })];
  const { left, yielded } = withoutYielding([gone, other, hole]);
  expect(left).toEqual([other, hole]);
  expect(yielded).toEqual([{ found: gone, to: hole, rule: 'explained' }]);
  expect(withoutYielding([gone, found('mtu_black_hole', { severity: 'note' })]).yielded).toEqual([]);
});

test('what says less yields, to what cost enough', () => {
  const trips = found('long_round_trips', { severity: 'note', direction: null, costNs: 3e9 });
  const nagle = found('nagle_held', { severity: 'note', direction: 1, costNs: 1e9 });
  expect(withoutYielding([trips, nagle])).toEqual({
    left: [nagle],
    yielded: [{ found: trips, to: nagle, rule: 'yields' }],
  });
  const limited = found('receive_window_limited', { costNs: 3e9 });
  const scaling = (/** @type {number | null} */ costNs) => found('window_scaling_missing', { costNs });
  expect(withoutYielding([limited, scaling(2e9)]).left.map(({ code }) => code)).toEqual(['window_scaling_missing']);
  expect(withoutYielding([limited, scaling(1e9)]).left).toHaveLength(2);
  expect(withoutYielding([limited, scaling(null)]).left).toHaveLength(2);
});

test('codes that kinds yield to, or explain, exist', () => {
  const named = Object.values(KINDS).flatMap(({ explains = [], yieldsTo = {} }) => [
    ...explains,
    ...Object.keys(yieldsTo),
  ]);
  expect(named.filter((code) => code !== '*' && !(code in KINDS))).toEqual([]);
});

test('why a finding leads rather than a limit has a name', () => {
  const limit = (/** @type {string} */ cause) => ({ cause, seconds: 2, share: 0.5, rate: null });
  const note = (/** @type {Partial<import('../../../../lib/insight/findings/finding.js').Found>} */ but) =>
    found('slow_start_dominates', { severity: 'note', ...but });
  expect(leadRule(null, null)).toBe('no_limit');
  expect(leadRule(null, limit('idle'))).toBe('idle');
  expect(leadRule(found('reset'), limit('idle'))).toBe('idle');
  expect(leadRule(null, limit('recovery'))).toBe('no_finding');
  expect(leadRule(found('reset', { severity: 'error' }), limit('recovery'))).toBe('error');
  expect(leadRule(found('zero_window', { costNs: 1e9 }), limit('recovery'))).toBe('comparable');
  expect(leadRule(found('zero_window', { costNs: 9e8 }), limit('recovery'))).toBe('cheaper');
  expect(leadRule(found('zero_window', { costNs: 9e8 }), limit('application'))).toBe('faultless_limit');
  expect(leadRule(note({ costNs: 1e9 }), limit('congestion_window'))).toBe('same_cause');
  expect(leadRule(note({ costNs: 1e9 }), limit('recovery'))).toBe('mere_note');
  expect(leadRule(note({ costNs: 9e8 }), limit('congestion_window'))).toBe('cheaper');
});

test('no two kinds yield to each other, through others or not', () => {
  const above = (/** @type {string} */ code) => [
    ...Object.keys(KINDS[code].yieldsTo ?? {}),
    ...Object.values(KINDS)
      .filter(({ explains }) => explains?.includes(code))
      .map((kind) => kind.code),
  ];
  for (const code of Object.keys(KINDS)) {
    const reached = new Set(above(code));
    for (const one of reached) for (const next of above(one)) reached.add(next);
    expect([code, reached.has(code)]).toEqual([code, false]);
  }
});

test('no known cost leads over a limit that is a fault and took more than ten times as long', () => {
  const next = numbers(7);
  for (let run = 0; run < 500; run++) {
    const limit = {
      cause: ['receive_window', 'recovery', 'network'][run % 3],
      seconds: 1 + next(),
      share: 0.5,
      rate: null,
    };
    const severity = next() < 0.5 ? 'warning' : 'note';
    const worst = found('zero_window', { severity, costNs: next() * 0.2e9 });
    if (Number(worst.costSeconds) * 10 < limit.seconds) expect(doesLimitLead(worst, limit)).toBe(true);
  }
});
