import { senderLines } from '../../../client/views/connection/side/sender-facts.js';

const none = (/** @type {string} */ why) => ({ value: null, confidence: 0, reason: `not observable, because ${why}` });
const sure = (/** @type {any} */ value, confidence = 0.9, reason = null) => ({ value, confidence, reason });

/** @type {import('../../../client/views/connection/data/sender-facts.js').SenderFacts} */
const FACTS = {
  direction: 1,
  place: 'sender',
  mss: 1000,
  congestionControl: sure('cubic', 0.7),
  initialWindow: sure(10, 0.95),
  threshold: sure(24),
  slowStartExit: { time: 1.5, cause: 'loss', segments: 34 },
  restarts: [
    { time: 3, silence: 1, before: 30, after: 10, anew: true },
    { time: 5, silence: 1, before: 30, after: 30, anew: null },
  ],
  path: {
    baseRtt: sure(0.03),
    queueingDelay: sure({ median: 0.004, high: 0.02, most: 0.05 }),
    bottleneckRate: sure(1_250_000),
    buffer: sure({ bytes: 62_500, atLeast: true }, 0.5),
    losses: sure({ pattern: 'tail_drop', events: 2, segments: 3, longestRun: 2, withFullQueue: 2 }),
    policer: none('too few losses'),
  },
  mechanisms: [],
};
const told = (/** @type {any} */ facts) =>
  Object.fromEntries(
    senderLines({ ...FACTS, ...facts }, { originNs: 1e9 }).map(({ label, value, reason }) => [label, value ?? reason]),
  );

test('each has its unit, or the reason why it is unknown', () => {
  expect(told({})).toEqual({
    'Congestion control': 'CUBIC-like',
    'Initial window': '10 segments (10.0\u00a0kB)',
    'End of slow start': '0.500 s, by a loss',
    ssthresh: '24 segments (24.0\u00a0kB)',
    'Restarts after idle': '1 with a smaller window, 1 unclear',
    'Bottleneck rate': '10.0 Mbit/s',
    'Base RTT': '30.0 ms',
    'Queueing delay': '4.00 ms median, 50.0 ms max',
    'Bottleneck buffer': '≥ 62.5 kB',
    Policer: 'too few losses',
    Loss: '3 segments in 2 episodes, buffer overflow',
  });
});

test('BBR has neither a threshold nor an end of slow start', () => {
  const lines = told({ congestionControl: sure('bbr'), threshold: none('BBR has none'), slowStartExit: null });
  expect(lines).toMatchObject({
    'Congestion control': 'BBR',
    'End of slow start': 'BBR has no such threshold',
    ssthresh: 'BBR has none',
  });
});
