import { factLines } from '../../../client/views/quic/side/facts.js';
import { QuicConnections } from '../../../lib/analysis/quic/quic-connections.js';
import { conversation } from '../../quicflow/conversation.js';
import { Secrets, tracked } from '../../quicflow/seal.js';

const secrets = new Secrets();
const facts = /** @type {any} */ (
  new QuicConnections(tracked(conversation(secrets), { keyLog: secrets.keyLog() }), 1e9).describe(0)
);
const close = { by: 'client', layer: 'application', code: 256, name: 'H3_NO_ERROR', reason: null };

/** @param {object} closed */
const told = (closed) => new Map(factLines({ ...facts, closed })).get('Closed');

test('a close is named as its layer names it, and not called an error where there was none', () => {
  expect(told(close)).toBe('by the client (H3_NO_ERROR)');
  expect(told({ ...close, code: 7, name: null, reason: 'bye' })).toBe('by the client, application error 7, “bye”');
});
