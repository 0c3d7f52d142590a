import { quicVerdict } from '../../lib/analysis/quic/quic-verdict.js';
import { describeQuicConnection } from '../../lib/quicflow/describe/describe-connection.js';
import { conversation } from '../quicflow/conversation.js';
import { Secrets, tracked } from '../quicflow/seal.js';

const HOUR_NS = 3600e9;
const secrets = new Secrets();
const all = conversation(secrets);
const both = tracked(all, { keyLog: secrets.keyLog() });
const lone = tracked(all.slice(0, 1), { keyLog: secrets.keyLog() });

test('one datagram that nothing answered is not well, nor is an answered one called unanswered', () => {
  const said = (/** @type {typeof lone} */ { connections }) => quicVerdict(connections[0], [], [[], []]).sentence;
  expect(said(lone)).toBe('Nothing wrong seen · 1 datagram, no answer seen');
  expect(said(both)).toBe('Nothing wrong');
});

test('an idle time-out ends what both ends had begun', () => {
  expect(describeQuicConnection(both, 0, HOUR_NS).closed).toMatchObject({ by: 'idle', name: null });
  expect(describeQuicConnection(lone, 0, HOUR_NS).closed).toBeNull();
});
