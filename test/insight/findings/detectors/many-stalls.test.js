/**
 * Waits for credit may be as many as a connection has fragments: what is said of them takes no more of the stack for
 * that.
 */
import { http2FlowControl, muxCreditStall } from '../../../../lib/insight/findings/detectors/messages/flow-control.js';

const MANY = 200_000;
const MS = 1e6;
const times = { startNs: 0, endNs: MANY * MS, durationNs: MANY * MS };
const context = (/** @type {object} */ messages) =>
  /** @type {any} */ ({ ...times, messages, packets: { count: 0 }, ways: [] });
const spans = Array.from({ length: MANY }, (_, i) => ({ startNs: i * MS, endNs: i * MS + MS / 2, frame: 0 }));

test('of MUX sessions', () => {
  const none = { stalls: [], blockedNs: null };
  const mux = { sessions: [{ directions: [{ stalls: spans, blockedNs: null }, none] }] };
  expect(muxCreditStall(context({ mux }))).toMatchObject([
    { code: 'mux_credit_stall', evidence: { stalls: MANY }, costSeconds: MANY / 2000 },
  ]);
});

test('of HTTP/2 streams', () => {
  const none = { stallCount: 0, stalls: [], blocked: [] };
  const http2 = {
    clientToServer: none,
    serverToClient: { ...none, blocked: spans.map(({ startNs }) => ({ start: startNs / 1e9, stream: 1 })) },
  };
  expect(http2FlowControl(context({ http2 }))).toMatchObject([
    { code: 'http2_flow_control', evidence: { stalls: MANY } },
  ]);
});
