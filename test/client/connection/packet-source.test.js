import { jest } from '@jest/globals';

import { encodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';

// The source reads errors through the shell's api module, which is made for a page.
const { PacketSource } = await import('../../../client/views/connection/data/packet-source.js');

const empty = encodeColumnFrame({
  kind: 'packets',
  rows: 0,
  meta: {},
  columns: {
    frame: new Uint32Array(0),
    time: new Float64Array(0),
    direction: new Uint8Array(0),
    analysis: new Uint32Array(0),
  },
});

/** @param {{ messages: any[][] }} script messages of each answer, in turn */
function fakeApi(script) {
  let turn = -1;
  let under = 0;
  const seen = { most: 0, offsets: /** @type {number[]} */ ([]) };
  const api = /** @type {any} */ ({
    async connection() {
      turn++;
      under++;
      seen.most = Math.max(seen.most, under);
      await Promise.resolve();
      under--;
      return { messages: script.messages[turn].length };
    },
    packets: async () => empty.buffer,
    async messages(
      /** @type {string} */ _id,
      /** @type {number} */ _flow,
      /** @type {{ offset: number }} */ { offset },
    ) {
      seen.offsets.push(offset);
      return { total: script.messages[turn].length, messages: script.messages[turn].slice(offset) };
    },
  });
  return { api, seen };
}

const busy = () => () => undefined;
const painted = async () => undefined;
const done = (/** @type {number} */ index) => ({ index, complete: true, pair: index ^ 1 });

test('fetches never overlap, and settled messages are not fetched again', async () => {
  const { api, seen } = fakeApi({
    messages: [
      [done(0), done(1), { index: 2, complete: true, pair: null }],
      [done(0), done(1), done(2), done(3)],
    ],
  });
  /** @type {any[]} */
  const answers = [];
  /** @type {() => void} */
  let arrived = () => undefined;
  const source = new PacketSource({
    api,
    busy,
    painted,
    captureId: 'c',
    flow: 0,
    onAnswer: (answer) => {
      answers.push(answer);
      arrived();
    },
    onPath: () => undefined,
    onSender: () => undefined,
    onFindings: () => undefined,
    onTime: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  const next = () =>
    new Promise((resolve) => {
      arrived = () => resolve(null);
    });
  let answer = next();
  source.refresh();
  source.refresh();
  await answer;
  answer = next();
  source.refresh();
  await answer;
  source.destroy();
  expect(seen.most).toBe(1);
  expect(seen.offsets.slice(0, 2)).toEqual([0, 2]);
  expect(answers[1].messages.map((/** @type {{ index: number }} */ { index }) => index)).toEqual([0, 1, 2, 3]);
});

test('what fails is told once', async () => {
  /** @type {unknown[]} */
  const errors = [];
  await new Promise((resolve) => {
    const source = new PacketSource({
      api: /** @type {any} */ ({
        connection: async () => {
          throw new Error('no such connection');
        },
        packets: async () => empty.buffer,
      }),
      busy,
      painted,
      captureId: 'c',
      flow: 9,
      onAnswer: () => {
        throw new Error('unexpected');
      },
      onPath: () => undefined,
      onSender: () => undefined,
      onFindings: () => undefined,
      onTime: () => undefined,
      onError: (error) => {
        errors.push(error);
        resolve(null);
      },
    });
    source.refresh();
  });
  expect(errors.map(String)).toEqual(['Error: no such connection']);
});

test('of a connection with too many packets only parts are fetched, without the path, and the connection is not described again for another part', async () => {
  const { MAX_PACKETS_IN_PAGE } = await import('../../../client/views/connection/data/partial-packets.js');
  const some = encodeColumnFrame({
    kind: 'packets',
    rows: 1,
    meta: { sketch: MAX_PACKETS_IN_PAGE + 1 },
    columns: {
      frame: new Uint32Array(1),
      time: new Float64Array(1),
      direction: new Uint8Array(1),
      analysis: new Uint32Array(1),
    },
  });
  /** @type {any[]} */
  const asked = [];
  let described = 0;
  const api = /** @type {any} */ ({
    connection: async () => {
      described++;
      return { messages: 0 };
    },
    packets: async (/** @type {string} */ _id, /** @type {number} */ _flow, /** @type {any} */ options) => {
      asked.push(options);
      return some.buffer;
    },
    pathFrame: async () => {
      throw new Error('the path is asked for');
    },
  });
  /** @type {() => void} */
  let arrived = () => undefined;
  const source = new PacketSource({
    api,
    busy,
    painted,
    captureId: 'c',
    flow: 3,
    onAnswer: () => arrived(),
    onPath: () => undefined,
    onSender: () => undefined,
    onFindings: () => undefined,
    onTime: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  const answer = (/** @type {() => void} */ ask) =>
    new Promise((resolve) => {
      arrived = () => setTimeout(resolve, 0);
      ask();
    });
  await answer(() => source.refresh());
  await answer(() => source.refinePackets({ startNs: 5, endNs: 9 }));
  expect(described).toBe(1);
  await answer(() => source.refresh());
  source.destroy();
  expect(described).toBe(2);
  expect(asked).toEqual([
    { sketch: true },
    { sketch: true, range: { startNs: 5, endNs: 9 } },
    { sketch: true, range: { startNs: 5, endNs: 9 } },
  ]);
});

test.each([
  [true, 2],
  [false, 1],
])(
  'what was fetched before the end of reading is fetched anew without a wait, however long it took (last: %s)',
  async (last, fetches) => {
    jest.useFakeTimers();
    let asked = 0;
    const api = /** @type {any} */ ({
      connection: () =>
        new Promise((resolve) => {
          asked++;
          setTimeout(resolve, 4000, { messages: 0 });
        }),
      packets: async () => empty.buffer,
    });
    const source = new PacketSource({
      api,
      busy,
      painted,
      captureId: 'c',
      flow: 0,
      onAnswer: () => undefined,
      onPath: () => undefined,
      onSender: () => undefined,
      onFindings: () => undefined,
      onTime: () => undefined,
      onError: (error) => {
        throw error;
      },
    });
    source.refresh();
    await jest.advanceTimersByTimeAsync(2000);
    source.refresh({ last });
    await jest.advanceTimersByTimeAsync(2100);
    source.destroy();
    jest.useRealTimers();
    expect(asked).toBe(fetches);
  },
);

test('packets do not wait for the path, nor for a clock: a frame is waited for, and then as long as it took', async () => {
  jest.useFakeTimers();
  const frameMs = 30;
  let asked = 0;
  let paths = 0;
  const one = encodeColumnFrame({
    kind: 'packets',
    rows: 1,
    meta: {},
    columns: {
      frame: new Uint32Array(1),
      time: new Float64Array(1),
      direction: new Uint8Array(1),
      analysis: new Uint32Array(1),
    },
  });
  const source = new PacketSource({
    api: /** @type {any} */ ({
      connection: async () => ({ messages: 0, version: asked++ }),
      packets: async () => one.buffer,
      pathFrame: () => new Promise(() => void paths++),
    }),
    busy,
    painted: () =>
      new Promise((resolve) => {
        setTimeout(resolve, frameMs);
      }),
    captureId: 'c',
    flow: 0,
    onAnswer: () => source.refresh(),
    onPath: () => undefined,
    onSender: () => undefined,
    onFindings: () => undefined,
    onTime: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  source.refresh();
  await jest.advanceTimersByTimeAsync(10 * 2 * frameMs - 1);
  source.destroy();
  jest.useRealTimers();
  expect(asked).toBe(10);
  // Round trips and bytes in flight, once.
  expect(paths).toBe(2);
});
