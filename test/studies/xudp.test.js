/** The study of XUDP: its claims hold, in captures that Selfclock reads by itself. */
import { runStudy } from '../../lib/studies/run/run-study.js';
import { XUDP } from '../../lib/studies/xudp/xudp.js';

test('what was published is within its tolerance, what we expect holds; figures on time axes', async () => {
  const { claims, expectations, unclaimed, figures, tables, captures } = await runStudy(XUDP, { draft: true });
  expect(claims.map(({ id, passed }) => [id, passed])).toEqual(
    ['acknowledged', 'goodput', 'rtt', 'window', 'share', 'figure-8.1', 'figure-8.2', 'figure-8.3', 'timer'].map(
      (id) => [id, true],
    ),
  );
  expect(expectations.filter(({ passed }) => !passed)).toEqual([]);
  expect(expectations.length).toBe(17);
  expect(unclaimed.length).toBeGreaterThan(3);
  expect(figures.every(({ xLabel }) => xLabel.startsWith('time since the session began, ms'))).toBe(true);
  const delaysOf = (/** @type {string} */ id) =>
    (figures.find((figure) => figure.id === id)?.series ?? []).flatMap(({ points }) =>
      points.map(([, delayMs]) => Number(delayMs)),
    );
  const [timed, untimed] = [delaysOf('figure-8-2'), delaysOf('untimed-8-2')];
  expect(timed.filter((delayMs) => Math.abs(delayMs - 100) < 2).length / timed.length).toBeGreaterThan(0.95);
  expect(Math.max(...untimed)).toBeLessThan(6);
  expect(tables[0].rows.find(([measure]) => measure === 'data acknowledged')?.[2]).toBeGreaterThan(500);
  expect(captures.map(({ name }) => name)).toContain('tcp-grid-window-4');
}, 120_000);
