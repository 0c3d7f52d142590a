import { timeScale } from '../../../client/plot/time-scale.js';
import { PaneTurns, stretched } from '../../../client/views/connection/panes/pane-turns.js';

/** @typedef {import('../../../client/views/connection/panes/layout.js').PaneId} PaneId */
/** @type {PaneId[]} */
const PANES = ['overview', 'axis', 'sequence', 'window', 'rtt', 'throughput'];

/**
 * @param {PaneTurns} turns
 * @param {Partial<Record<PaneId, number>>} costs ms
 * @param {number} forMs
 * @returns {PaneId[]}
 */
function frame(turns, costs, forMs) {
  /** @type {PaneId[]} */
  const drawn = [];
  const draw = (/** @type {PaneId} */ id) => {
    const costMs = costs[id] ?? 0.1;
    drawn.push(id);
    turns.drawn(id, costMs);
    return costMs;
  };
  const waiting = turns.take(PANES, draw, forMs);
  expect([...drawn, ...waiting].sort()).toEqual([...PANES].sort());
  return drawn;
}

describe('panes that take turns', () => {
  test('all are drawn while there is time for all', () => {
    const turns = new PaneTurns();
    frame(turns, { sequence: 2, window: 1, rtt: 1, throughput: 1 }, 6);
    expect(frame(turns, {}, 6)).toEqual(PANES);
  });

  test('the time–sequence is in every frame, the others take turns, and none is left out', () => {
    const turns = new PaneTurns();
    const costs = { sequence: 5, window: 3, rtt: 3, throughput: 3 };
    frame(turns, costs, 6);
    const rounds = [frame(turns, costs, 6), frame(turns, costs, 6), frame(turns, costs, 6)];
    for (const drawn of rounds) expect(drawn.slice(0, 3)).toEqual(['overview', 'axis', 'sequence']);
    expect(rounds.map((drawn) => drawn.slice(3))).toEqual([['rtt'], ['throughput'], ['window']]);
  });

  test('one is drawn even where the time–sequence alone takes longer than there is', () => {
    const turns = new PaneTurns();
    expect(frame(turns, { sequence: 40, window: 9 }, 6)).toHaveLength(4);
    expect(frame(turns, { sequence: 40 }, 6)).toHaveLength(4);
  });

  test('what takes longer than it took before leaves the rest to the next frame', () => {
    const turns = new PaneTurns();
    frame(turns, { sequence: 2, window: 1, rtt: 1, throughput: 1 }, 6);
    const slow = { sequence: 4, window: 5 };
    expect(frame(turns, slow, 6)).toEqual(['overview', 'axis', 'sequence', 'window']);
    expect(frame(turns, {}, 6)).toEqual(['overview', 'axis', 'sequence', 'rtt', 'throughput', 'window']);
  });
});

describe('the picture of a pane at another time', () => {
  const pane = { x: 0, y: 100, width: 378, height: 50 };
  const before = timeScale({ startNs: 1000, endNs: 2000 }, 164, 200);

  test('is laid where its moments are now, zoomed in', () => {
    const [left, right, plot] = stretched(pane, before, timeScale({ startNs: 1250, endNs: 1500 }, 164, 200));
    expect(left).toEqual({
      from: { x: 0, y: 100, width: 164, height: 50 },
      to: { x: 0, y: 100, width: 164, height: 50 },
    });
    expect(right.from).toEqual({ x: 364, y: 100, width: 14, height: 50 });
    expect(plot).toEqual({
      from: { x: 214, y: 100, width: 50, height: 50 },
      to: { x: 164, y: 100, width: 200, height: 50 },
    });
  });

  test('leaves free what it does not show, zoomed out or moved on', () => {
    const plot = stretched(pane, before, timeScale({ startNs: 1500, endNs: 3500 }, 164, 200))[2];
    expect(plot).toEqual({
      from: { x: 264, y: 100, width: 100, height: 50 },
      to: { x: 164, y: 100, width: 50, height: 50 },
    });
  });

  test('is not laid where nothing of it is in view', () => {
    expect(stretched(pane, before, timeScale({ startNs: 5000, endNs: 6000 }, 164, 200))).toHaveLength(2);
  });
});
