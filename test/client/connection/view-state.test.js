import { MARK_CLASSES } from '../../../client/views/connection/data/mark-classes.js';
import { EVENT_CHOICES } from '../../../client/views/connection/data/packet-kinds.js';
import { OPTIONAL_PANES } from '../../../client/views/connection/panes/optional/registry.js';
import { queryFromState, sameRange, stateFromQuery } from '../../../client/views/connection/view-state.js';
import { ZoomHistory } from '../../../client/views/timeline/window/zoom-history.js';
import fc from '../../support/properties.js';

const originNs = 123_456_789;
const range = fc
  .tuple(fc.nat(1e12), fc.integer({ min: 1, max: 1e12 }))
  .map(([start, span]) => ({ startNs: originNs + start, endNs: originNs + start + span }));
const state = fc.record({
  direction: fc.constantFrom(null, 0, 1),
  zoom: fc.option(range),
  unit: fc.constantFrom(
    /** @type {const} */ ('s'),
    /** @type {const} */ ('rtt'),
    /** @type {const} */ ('capture'),
    /** @type {const} */ ('clock'),
  ),
  absolute: fc.boolean(),
  inSegments: fc.boolean(),
  style: fc.constantFrom(/** @type {const} */ ('tcptrace'), /** @type {const} */ ('stevens')),
  panes: fc.option(fc.shuffledSubarray(OPTIONAL_PANES.map(({ id }) => id))),
  folded: fc.shuffledSubarray(OPTIONAL_PANES.map(({ id }) => id)),
  rateWindowNs: fc.option(fc.integer({ min: 100, max: 1e12 })),
  events: fc.constantFrom(...EVENT_CHOICES.map(({ id }) => id)),
  ruler: fc.option(
    fc
      .tuple(range, fc.integer(), fc.integer())
      .map(([{ startNs, endNs }, startBytes, endBytes]) => ({ startNs, endNs, startBytes, endBytes })),
  ),
  finding: fc.option(fc.constantFrom('zero_window', 'random_loss')),
  frame: fc.option(fc.integer({ min: 1, max: 1e9 })),
  span: fc.option(range),
  hidden: fc.subarray(MARK_CLASSES.map(({ id }) => id)).map((ids) => new Set(ids)),
});

test('the URL brings back what was chosen, to the nanosecond', () => {
  fc.assert(
    fc.property(state, (chosen) => {
      expect(stateFromQuery(queryFromState(chosen, originNs), originNs)).toEqual(chosen);
    }),
  );
});

test('what is at its default leaves no trace in the URL', () => {
  expect(queryFromState(stateFromQuery({}, 0), 0)).toEqual({});
  expect(queryFromState({ ...stateFromQuery({}, 0), unit: 'rtt' }, 0)).toEqual({ v: '1', unit: 'rtt' });
});

test.each([
  { zoom: '5-2' },
  { zoom: 'a-b' },
  { zoom: '1' },
  { zoom: '1-1' },
  { unit: 'years' },
  { frame: '0' },
  { frame: '-3' },
  { frame: '1e9' },
  { dir: 'up' },
  { hide: 'nothing,,' },
])('nonsense is passed over: %o', (query) => {
  expect(queryFromState(stateFromQuery(/** @type {any} */ (query), 0), 0)).toEqual({});
});

test('any text in the query gives a state', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('zoom', 'span', 'unit', 'frame', 'dir'), fc.string()), (query) => {
      const { zoom } = stateFromQuery(query, 0);
      expect(zoom === null || zoom.endNs > zoom.startNs).toBe(true);
    }),
  );
});

const wide = { startNs: 100, endNs: 900 };
const narrow = { startNs: 300, endNs: 400 };

test('the path of zooms holds the ranges around the present one', () => {
  const history = new ZoomHistory();
  history.push(null);
  history.push(wide);
  expect(history.path(narrow)).toEqual([wide]);
  expect(history.path(null)).toEqual([]);
  expect(history.pop()).toEqual(wide);
  expect(history.pop()).toBeNull();
  expect(history.pop()).toBeUndefined();
});

test("the browser's back shortens the path", () => {
  const history = new ZoomHistory();
  history.push(null);
  history.push(wide);
  history.arriveAt({ ...wide });
  expect(history.pop()).toBeNull();
});

test('ranges are the same when they differ by less than a nanosecond', () => {
  expect(sameRange(wide, { startNs: 100.4, endNs: 899.7 })).toBe(true);
  expect(sameRange(wide, narrow)).toBe(false);
  expect(sameRange(null, null)).toBe(true);
  expect(sameRange(wide, null)).toBe(false);
});
