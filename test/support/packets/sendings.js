import fc from '../properties.js';
import { Conversation, pcap } from './packets.js';

/**
 * Something that an end of a conversation does: with bytes or not, lost on the way or not captured, captured twice,
 * sent again, or with any number.
 */
export const sending = fc.record({
  side: fc.constantFrom(/** @type {const} */ ('client'), 'server'),
  afterNs: fc.constantFrom(5_000, 100_000, 20_000_000, 400_000_000),
  length: fc.constantFrom(0, 0, 100, 1000),
  lost: fc.boolean(),
  uncaptured: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
  twice: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
  again: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 5 }),
  seq: fc.option(fc.integer({ min: 0, max: 5000 }), { freq: 12 }),
  ack: fc.option(fc.integer({ min: 0, max: 5000 }), { freq: 12 }),
});

/**
 * A capture of a handshake and what follows.
 * @param {import('./packets.js').ConversationOptions} options
 * @param {any[]} sendings
 * @param {object} [handshake] the SYNs' options
 */
export function conversation(options, sendings, handshake = { sackPermitted: true, timestamps: true, mss: 1460 }) {
  const talk = new Conversation(options);
  talk
    .send('client', { flags: 2, ...handshake })
    .send('server', { flags: 18, afterNs: 20e6, ...handshake })
    .send('client', { flags: 16, afterNs: 1e6 });
  const sent = { client: 0, server: 0 };
  for (const { side, again, length, seq, ack, ...rest } of sendings) {
    const repeated = again !== null && again <= sent[/** @type {'client'|'server'} */ (side)];
    if (length > 0 && !repeated) sent[/** @type {'client'|'server'} */ (side)]++;
    talk.send(side, {
      ...rest,
      flags: 16,
      ...(repeated ? { again } : { payload: new Uint8Array(length) }),
      ...(seq === null ? {} : { seq }),
      ...(ack === null ? {} : { ack }),
    });
  }
  return pcap(talk.packets);
}
