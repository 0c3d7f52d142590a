/**
 * Each segment's row has what its columns in the batch had, however many come in a batch, and wherever a block of rows
 * ends among them.
 */
import { OPTION } from '../../lib/engine/segment-batch.js';
import { TcpTracker } from '../../lib/tcpflow/tracker.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../lib/transport/packets.js';
import { random } from '../protocols/support/streams.js';

const ROWS = 70_000;
const ACK = 16;
const HEADER_FLAGS = 0xfff;
/** Batches without any of what most packets have not, and such with some. */
const RARE = 0.3;
const RARE_IN_BATCH = 0.2;

/** @param {() => number} next @param {number} below */
const whole = (next, below) => Math.floor(next() * below);

/**
 * Fills a batch with segments of one connection, and notes what their rows have to have.
 * @param {import('../../lib/engine/segment-batch.js').SegmentBatch} batch
 * @param {() => number} next
 * @param {{ frame: number, row: number }} at
 * @param {object[]} told
 */
function fill(batch, next, at, told) {
  const isRare = next() < RARE_IN_BATCH;
  const rarely = (/** @type {number} */ below) => (isRare && next() < RARE ? whole(next, below) : 0);
  batch.count = Math.min(1 + whole(next, batch.capacity), ROWS - at.row);
  for (let i = 0; i < batch.count; i++) {
    at.frame += 1 + rarely(5);
    const options = rarely(2) ? OPTION.TIMESTAMPS : 0;
    const length = whole(next, 100_000);
    const captured = Math.min(length, whole(next, 80_000));
    const entry = {
      frame: at.frame,
      timeNs: at.frame * 1000 + whole(next, 1000),
      window: whole(next, 65_536),
      flags: ACK | rarely(4096),
      ipId: whole(next, 65_536),
      ttl: whole(next, 256),
      ecn: rarely(4),
      urgent: rarely(65_536),
      options,
      tsValue: options ? whole(next, 2 ** 31) : 0,
      tsEcho: options ? whole(next, 2 ** 31) : 0,
    };
    for (const [name, value] of Object.entries(entry)) /** @type {any} */ (batch)[name][i] = value;
    batch.payloadLength[i] = batch.recordLength[i] = length;
    batch.payloadCaptured[i] = captured;
    batch.ipVersion[i] = 4;
    batch.ports[i] = (1000 << 16) | 80;
    batch.sackCount[i] = batch.mss[i] = batch.scope[i] = 0;
    told.push({ ...entry, length, captured: Math.min(captured, 65_535) });
  }
  at.row += batch.count;
}

test.each([1, 2, 3])('as the segments were: %i', (seed) => {
  const tcp = new TcpTracker();
  const next = random(seed);
  const at = { frame: 0, row: 0 };
  /** @type {any[]} */
  const told = [];
  while (at.row < ROWS) {
    fill(tcp.batch, next, at, told);
    tcp.track();
  }
  expect(tcp.packets.count).toBe(ROWS);
  for (let row = 0; row < ROWS; row++) {
    const block = tcp.packets.blocks[row >> ROW_BLOCK_BITS];
    const place = row & ROW_BLOCK_MASK;
    const { frame, ...rest } = told[row];
    const found = Object.fromEntries(Object.keys(rest).map((name) => [name, /** @type {any} */ (block)[name][place]]));
    found.flags &= HEADER_FLAGS; // above them stands why it was refused
    const isSame = block.frame(place) === frame && Object.entries(rest).every(([name, value]) => found[name] === value);
    if (!isSame) expect({ frame: block.frame(place), ...found }).toEqual(told[row]);
  }
});
