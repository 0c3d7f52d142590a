import { DUPLICATE_THRESHOLD } from '../../../lib/shared/tcp-numbers.js';
import { SendQueue } from '../../../lib/simulator/tcp/send-queue.js';
import fc from '../../support/properties.js';

const BYTES = 10;

/** What the queue should say, worked out anew each time from every segment that is out. */
class Plain {
  /** @type {{ start: number, isSacked: boolean, isLost: boolean, isAgain: boolean, times: number }[]} */
  out = [];

  add(/** @type {number} */ start) {
    this.out.push({ start, isSacked: false, isLost: false, isAgain: false, times: 1 });
  }
  acknowledge(/** @type {number} */ ack) {
    this.out = this.out.filter(({ start }) => start + BYTES > ack);
  }
  sack(/** @type {number} */ start, /** @type {number} */ end) {
    for (const sent of this.out) {
      if (sent.start >= start && sent.start + BYTES <= end) {
        Object.assign(sent, { isSacked: true, isLost: false, isAgain: false });
      }
    }
  }

  markAllLost() {
    for (const sent of this.out) if (!sent.isSacked) Object.assign(sent, { isLost: true, isAgain: false });
  }
  unmarkLost() {
    for (const sent of this.out) Object.assign(sent, { isLost: false, isAgain: false });
  }
  markLostByCount() {
    for (const [index, sent] of this.out.entries()) {
      const above = this.out.slice(index + 1).filter(({ isSacked }) => isSacked).length;
      if (above >= DUPLICATE_THRESHOLD && !sent.isSacked) sent.isLost = true;
    }
  }

  nextLost() {
    return this.out.find(({ isLost, isAgain }) => isLost && !isAgain);
  }
  count(/** @type {'isSacked'|'isLost'|'isAgain'} */ what) {
    return this.out.filter((sent) => sent[what]).length;
  }
}

test('the queue counts what it would count if it looked at every segment each time', () => {
  const operation = fc.record({
    kind: fc.constantFrom(
      'add',
      'add',
      'add',
      'acknowledge',
      'sack',
      'sack',
      'sack',
      'count',
      'resend',
      'resend',
      'timeout',
      'undo',
    ),
    from: fc.nat(30),
    length: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(fc.array(operation, { minLength: 60, maxLength: 150 }), (operations) => {
      const queue = new SendQueue();
      const plain = new Plain();
      let next = 1;
      let una = 1;
      let delivered = 0;
      const arrivals = {
        add: () => {
          delivered++;
        },
      };
      for (const { kind, from, length } of operations) {
        const start = Math.min(una + BYTES * (from % (plain.out.length + 1)), next);
        const end = Math.min(start + BYTES * length, next);
        const before = plain.out.length - plain.count('isSacked');
        delivered = 0;
        if (kind === 'add') {
          for (let count = 0; count < length; count++, next += BYTES) {
            queue.add(next, next + BYTES, 0, 0);
            plain.add(next);
          }
        } else if (kind === 'acknowledge') {
          una = Math.min(una + BYTES * length, next);
          queue.acknowledge(una, arrivals);
          plain.acknowledge(una);
        } else if (kind === 'sack') {
          queue.selectivelyAcknowledge(start, end, arrivals);
          plain.sack(start, end);
        } else if (kind === 'count') {
          queue.markLostByCount();
          plain.markLostByCount();
        } else if (kind === 'undo') {
          queue.unmarkLost();
          plain.unmarkLost();
        } else if (kind === 'timeout') {
          queue.markAllLost(true);
          plain.markAllLost();
        } else {
          const lost = queue.nextLost();
          const expected = plain.nextLost();
          expect(lost?.start).toBe(expected?.start);
          if (lost) queue.noteSentAgain(lost, 0);
          if (expected) expected.isAgain = true;
        }
        if (kind === 'acknowledge' || kind === 'sack') {
          expect(delivered).toBe(before - (plain.out.length - plain.count('isSacked')));
        }
        expect([queue.packetsOut, queue.sackedOut, queue.lostOut, queue.retransOut]).toEqual([
          plain.out.length,
          plain.count('isSacked'),
          plain.count('isLost'),
          plain.count('isAgain'),
        ]);
        if (plain.out.length > 0) {
          expect([queue.first.start, queue.last.start]).toEqual([
            plain.out[0].start,
            plain.out[plain.out.length - 1].start,
          ]);
        }
      }
    }),
    { numRuns: 80 },
  );
});
