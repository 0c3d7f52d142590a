import { readFile } from 'node:fs/promises';

import { createCore } from '../../lib/engine/engine.js';
import { describeDirection } from '../../lib/tcpflow/describe/flow-object.js';
import { compileCore, CORES } from '../../scripts/build-core.js';
import { Conversation, pcap, SYN } from '../support/packets/packets.js';
import fc from '../support/properties.js';
import { track } from '../support/track.js';

describe('the compiled core', () => {
  it.each([...CORES])(
    'of $entry is what its sources compile to',
    async (core) => {
      expect((await readFile(core.output, 'utf8')) === (await compileCore(core))).toBe(true);
    },
    180_000,
  );

  it('has a memory of its own for each capture, many of which may be open', () => {
    const cores = Array.from({ length: 40 }, createCore);
    expect(new Set(cores.map(({ memory }) => memory.buffer)).size).toBe(40);
  });
});

describe('bytes seen once', () => {
  /** @param {[number, number][]} pieces offset and length @returns {ReturnType<typeof describeDirection>} */
  function sent(pieces) {
    const conversation = new Conversation({ client: '10.0.0.1:40000', server: '10.0.0.2:80' });
    conversation.send('client', { flags: SYN });
    for (const [offset, length] of pieces) {
      conversation.send('client', { payload: new Uint8Array(length), seq: 1 + offset });
    }
    return describeDirection(track(pcap(conversation.packets)).flows, 0, 0);
  }

  it('are counted as a set of bytes would, whatever the order', () => {
    const pieces = fc.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 2, max: 30 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(pieces, (list) => {
        const bytes = new Set(list.flatMap(([offset, length]) => Array.from({ length }, (_, i) => offset + i)));
        return sent(list).uniqueBytes === bytes.size;
      }),
      { numRuns: 60 },
    );
  });

  it('cost no more when every second segment is missing', () => {
    const pieces = Array.from({ length: 2000 }, (_, i) => /** @type {[number, number]} */ ([i * 20, 10]));
    expect(sent(pieces)).toMatchObject({ uniqueBytes: 20_000, retransmittedPackets: 0 });
    expect(sent([...pieces].reverse())).toMatchObject({ dataPackets: 2000 });
  });
});
