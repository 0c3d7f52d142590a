import { headlineOf } from '../../../client/views/whatif/headline.js';

/** @param {number} error @param {'good'|'fair'} confidence */
const answer = (error, confidence) => ({
  replay: { observed: 2.13, replayed: 1.36, error, confidence },
  prediction: { seconds: 2.44, low: 1.21, high: 3.79, roundTrips: 41.4 },
});

test('as it was: what was captured, and how near the replay comes', () => {
  expect(headlineOf(answer(0.02, 'good'), {})).toMatchObject({
    strong: '2.13 s',
    trust: expect.stringMatching(/Replay: 1\.36 s, replay error 2\.0 %, good\.$/),
  });
});

test('an answer with its band', () => {
  expect(headlineOf(answer(0.1, 'fair'), { rtt: '59ms' })).toMatchObject({
    strong: '2.44 s instead of 2.13 s',
    rest: ' (1.21 s to 3.79 s) · 41.4 round trips',
    trust: expect.stringMatching(/replay error 10\.0 %, fair\.$/),
  });
  expect(headlineOf(answer(0.1, 'fair'), { protocol: 'http/2' }).trust).toMatch(/^First request to /);
});
