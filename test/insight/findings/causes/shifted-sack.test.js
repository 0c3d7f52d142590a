/** SACK blocks that a firewall left where they were when it shifted all other sequence numbers. */
import { connectionOf } from '../../../support/packets/connection.js';

const MSS = 1448;
const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/**
 * A transfer of which the second segment is lost, with the blocks of four duplicate ACKs off by so many bytes; repaired
 * by a timer.
 * @param {number} off
 */
function transfer(off) {
  const first = 1 + 2 * MSS + off;
  const acks = [1, 2, 3, 4].map((k) => `+1ms server ACK ${1 + MSS} sack ${first}-${first + k * MSS}`);
  return [
    ...SHAKE,
    `+1ms client data ${MSS}`,
    `client data ${MSS} lost`,
    `client data 4x${MSS}`,
    '+40ms server ACK 1449 sack none',
    ...acks,
    `+300ms client again 2`,
    `+40ms server ACK ${1 + 6 * MSS} sack none`,
    ...Array.from({ length: 10 }, () => [`+1ms client data 2x${MSS}`, '+40ms server ACK sack none']).flat(),
  ];
}

/** @param {string[]} lines */
function found(lines) {
  const { findings } = /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
  return /** @type {import('../../../../lib/insight/findings/finding.js').Finding[]} */ (findings);
}
const codes = (/** @type {string[]} */ lines) => found(lines).map(({ code }) => code);

test.each([291_000_000, 2 ** 32 - 291_000_000, 2 ** 30])('blocks %d bytes off are of no use to the sender', (off) => {
  const [finding] = found(transfer(off));
  expect(finding).toMatchObject({ code: 'sack_unusable', severity: 'warning', direction: 'clientToServer' });
  expect(finding.evidence).toMatchObject({ blocks: 4, blocksOff: 4 });
  expect(finding.costSeconds).toBeGreaterThan(0.2);
  expect(finding.message).toMatch(
    /^The server's SACK blocks are off by about [\d.]+ [MG]B from what the client has sent/,
  );
  expect(codes(transfer(off))).not.toContain('tail_loss_timeout');
});

test('blocks within what was sent refute it, however often the timer fired; so does one of four', () => {
  expect(codes(transfer(0))).not.toContain('sack_unusable');
  expect(codes(transfer(0))).toContain('tail_loss_timeout');
  const one = transfer(291_000_000);
  one[8] = `+1ms server ACK 1449 sack ${1 + 2 * MSS}-${1 + 3 * MSS}`;
  expect(codes(one)).not.toContain('sack_unusable');
});

test('blocks of data that the capture lacks, but that the window has room for, are no such blocks', () => {
  expect(codes(transfer(100_000))).not.toContain('sack_unusable');
});
