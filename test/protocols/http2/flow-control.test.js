import { FlowControl } from '../../../lib/protocols/http2/flow-control.js';
import { MAX_OPEN_STREAMS } from '../../../lib/protocols/http2/limits.js';

/** @param {(flow: FlowControl) => void} script */
function after(script) {
  const flow = new FlowControl();
  script(flow);
  const { stallCount, stalledNs, stalls } = flow;
  return {
    stallCount,
    stalledNs,
    stalls: stalls.map(({ stream, startNs, endNs }) => `${stream}: ${startNs}-${endNs}`),
  };
}

const NONE = { stallCount: 0, stalledNs: 0, stalls: [] };

/** @type {[name: string, script: (flow: FlowControl) => void, expected: string[]][]} */
const TO_THE_END = [
  ['used up, stream and connection', (flow) => flow.send(1, 65_535, 10, 20), ['0: 20', '1: 20']],
  [
    'the stream has ended',
    (flow) => {
      flow.send(1, 65_535, 10, 20);
      flow.forget(1);
    },
    [],
  ],
  [
    'opened again, and nothing more sent',
    (flow) => {
      flow.update(0, 100, 5);
      flow.send(1, 65_535, 10, 20);
      flow.update(1, 100, 30);
    },
    [],
  ],
  [
    'opened by a larger initial window',
    (flow) => {
      flow.setInitial(10, 0);
      flow.send(3, 10, 10, 20);
      flow.setInitial(30, 45);
    },
    [],
  ],
];

test.each(TO_THE_END)('what waits at the end of the capture: %s', (_, script, expected) => {
  const flow = new FlowControl();
  script(flow);
  expect(flow.blocked.map(({ stream, startNs }) => `${stream}: ${startNs}`)).toEqual(expected);
});

/** @type {[name: string, script: (flow: FlowControl) => void, expected: ReturnType<typeof after>][]} */
const SCRIPTS = [
  ['never used up', (flow) => flow.send(1, 65_534, 10, 20), NONE],
  ['used up, and nothing more sent', (flow) => flow.send(1, 65_535, 10, 20), NONE],
  [
    "the connection's window is shut, and the stream's",
    (flow) => {
      flow.send(1, 65_535, 10, 20);
      flow.update(1, 100, 30);
      flow.update(0, 100, 50);
      flow.send(1, 100, 60, 60);
    },
    { stallCount: 2, stalledNs: 10 + 30, stalls: ['1: 20-60', '0: 20-60'] },
  ],
  [
    'an update that comes before it is needed',
    (flow) => {
      flow.update(1, 10, 5);
      flow.update(0, 10, 5);
      flow.send(1, 65_535, 10, 20);
      flow.send(1, 5, 21, 21);
    },
    NONE,
  ],
  [
    'a larger initial window opens streams, not the connection',
    (flow) => {
      flow.setInitial(10, 0);
      flow.send(3, 10, 10, 20);
      flow.setInitial(30, 45);
      flow.send(3, 20, 50, 50);
    },
    { stallCount: 1, stalledNs: 25, stalls: ['3: 20-50'] },
  ],
  [
    'a smaller initial window shuts them below zero (RFC 9113 section 6.9.2)',
    (flow) => {
      flow.send(3, 20, 10, 20);
      flow.setInitial(10, 30);
      flow.update(3, 5, 40);
      flow.update(3, 6, 50);
      flow.send(3, 1, 60, 60);
      expect(flow.available(3)).toBe(0);
      flow.update(3, 1, 70);
      flow.send(3, 1, 80, 80);
    },
    { stallCount: 1, stalledNs: 10, stalls: ['3: 60-80'] },
  ],
];

test.each(SCRIPTS)('%s', (_name, script, expected) => {
  expect(after(script)).toEqual(expected);
});

test('updates of streams without number are bounded', () => {
  const flow = new FlowControl();
  for (let stream = 1; stream <= MAX_OPEN_STREAMS + 5; stream++) flow.update(stream, 7, 0);
  expect([flow.available(5), flow.available(6)]).toEqual([65_535, 65_542]);
});
