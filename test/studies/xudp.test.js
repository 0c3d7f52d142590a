/** The study of XUDP: its claims hold, in captures that Selfclock reads by itself. */
import { XUDP } from '../../lib/simulator/study/xudp/xudp.js';
import { runStudy } from '../../lib/studies/run-study.js';

test('every claim is within its tolerance; three figures on one time axis', async () => {
  const { claims, figures, tables, captures } = await runStudy(XUDP, { draft: true });
  expect(claims.filter(({ passed }) => !passed)).toEqual([]);
  expect(claims.length).toBe(17);
  expect(figures.map(({ id, xLabel }) => [id, xLabel.startsWith('time since the session began, ms')])).toEqual([
    ['figure-8-1', true],
    ['figure-8-2', true],
    ['figure-8-3', true],
  ]);
  const [timed, untimed] = figures[1].series.map(({ points }) => points.map(([, delayMs]) => Number(delayMs)));
  expect(timed.filter((delayMs) => Math.abs(delayMs - 100) < 2).length / timed.length).toBeGreaterThan(0.95);
  expect(Math.max(...untimed)).toBeLessThan(6);
  expect(tables[0].rows.find(([measure]) => measure === 'data acknowledged')?.[2]).toBeGreaterThan(500);
  expect(captures.map(({ name }) => name)).toContain('tcp-grid-window-4');
}, 120_000);
