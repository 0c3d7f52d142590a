/** Conversations that lack one packet: no false pair, and only what the packet held loses its own. */
import fc from '../../support/properties.js';
import { bytesOf, Conversation } from '../support/conversation.js';
import { SPEAKERS as BINARY_SPEAKERS } from './binary/all.js';
import { big, little } from './support.js';

/** @param {string} type @param {string} body */
const pg = (type, body) => `${type}${big(body.length + 4, 4)}${body}`;
/** @param {string} sql */
const execution = (sql) => `${pg('P', `\0${sql}\0\0\0`)}${pg('B', '\0\0\0\0\0\0\0\0')}${pg('E', '\0\0\0\0\0')}`;
const READY = pg('Z', 'I');
/** @param {number} number @param {string} body */
const my = (number, body) => `${little(body.length, 3)}${String.fromCharCode(number)}${body}`;

/** @typedef {import('./speaker.js').Speaker} Speaker */

/** @type {Record<string, Speaker>} */
const SPEAKERS = {
  Redis: {
    first: ['c *1\r\n$4\r\nPING\r\n', 's +PONG\r\n'],
    exchange: (n) => [`*2\r\n$4\r\nINCR\r\n$5\r\nn${n}\r\n`, `:${n}\r\n`],
  },
  memcached: { first: ['c version\r\n', 's VERSION 1\r\n'], exchange: (n) => [`incr n${n} 1\r\n`, `${n}\r\n`] },
  SMTP: {
    first: ['s 220 a SMTP\r\n', 'c EHLO a\r\n', 's 250 a\r\n'],
    exchange: (n) => [`VRFY n${n}\r\n`, `250 n${n}\r\n`],
  },
  PostgreSQL: {
    first: [`c \0\0\0\x12\0\x03\0\0user\0joe\0\0`, `s ${pg('R', '\0\0\0\0')}${READY}`],
    exchange: (n) => [execution(`n${n}`), `${pg('1', '')}${pg('2', '')}${pg('C', `n${n}\0`)}`],
    afterBurst: [pg('S', ''), READY],
  },
  MySQL: {
    first: [
      `s ${my(0, `\n8.0.1\0${'\0'.repeat(60)}`)}`,
      `c ${my(1, `\x85\xa6\0\0${'\0'.repeat(28)}joe\0\0`)}`,
      `s ${my(2, '\0\0\0\x02\0\0\0')}`,
    ],
    exchange: (n) => [my(0, `\x03n${n}`), my(1, `\xff\xd0\x07#42000n${n}`)],
    isAlone: true,
  },
  ...BINARY_SPEAKERS,
};

/** @typedef {{ endpoint: 0|1, text: string, touches: Set<number> }} Packet what it holds bytes of, by command */

/** @param {Speaker} speaker @param {number[]} bursts commands of each @param {number} size of a packet */
function packetsOf({ first, exchange, afterBurst = ['', ''], isAlone }, bursts, size) {
  /** @type {Packet[]} */
  const packets = first.map((step) => ({
    endpoint: step[0] === 'c' ? 0 : 1,
    text: step.slice(2),
    touches: new Set([0]),
  }));
  let n = 999;
  for (const count of bursts) {
    const numbers = Array.from({ length: isAlone ? 1 : count }, () => ++n);
    for (const side of /** @type {const} */ ([0, 1])) {
      const parts = numbers.map((number) => ({ number, text: exchange(number)[side] }));
      parts[parts.length - 1].text += afterBurst[side];
      packets.push(...cut(parts, side, size));
    }
  }
  return packets;
}

/** @param {{ number: number, text: string }[]} parts @param {0|1} endpoint @param {number} size @returns {Packet[]} */
function cut(parts, endpoint, size) {
  const bytes = parts.flatMap(({ number, text }) => [...text].map((character) => ({ character, number })));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => {
    const part = bytes.slice(i * size, (i + 1) * size);
    return {
      endpoint,
      text: part.map(({ character }) => character).join(''),
      touches: new Set(part.map(({ number }) => number)),
    };
  });
}

/**
 * Numbers of commands with their answers'.
 * @param {Packet[]} packets @param {number} removed @param {boolean} isLate
 */
function pairsWithout(packets, removed, isLate) {
  const conversation = new Conversation();
  let missing = 0;
  for (const [place, { endpoint, text }] of packets.entries()) {
    // a gap shows when it is known to have been received, or with the next bytes of its direction
    const isNext = missing > 0 && endpoint === packets[removed].endpoint;
    if (isNext) conversation.gap(endpoint, missing);
    if (isNext) missing = 0;
    if (place !== removed) conversation.bytes(endpoint, bytesOf(text));
    else if (isLate) missing = text.length;
    else conversation.gap(endpoint, text.length);
  }
  const { messages } = conversation.run(['c.fin', 's.fin']);
  const numberIn = (/** @type {string|null|undefined} */ shown) => Number(/n?(1\d{3})/.exec(shown ?? '')?.[1] ?? 0);
  const byIndex = new Map(messages.map((message) => [message.index, message]));
  return messages.flatMap((request) => {
    const answer = request.pair === null ? undefined : byIndex.get(request.pair);
    if (request.kind !== 'request' || answer === undefined) return [];
    return [[numberIn(request.target), numberIn(answer.outcomeText || answer.outcome)]];
  });
}

/** Most commands that are sent without waiting. */
const BURST = 4;

test.each(Object.keys(SPEAKERS))('%s', (name) => {
  const speaker = SPEAKERS[name];
  const bursts = fc.array(fc.integer({ min: 1, max: BURST }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(bursts, fc.integer({ min: 5, max: 200 }), fc.nat(), fc.boolean(), (counts, size, place, isLate) => {
      const packets = packetsOf(speaker, counts, size);
      const removed = speaker.first.length + (place % (packets.length - speaker.first.length));
      const pairs = pairsWithout(packets, removed, isLate);
      // of a cut message the number is not known
      const isFalse = (/** @type {number[]} */ [asked, answered]) => asked !== answered && asked > 0 && answered > 0;
      expect(pairs.filter(isFalse)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test.each(Object.keys(SPEAKERS))('%s, a message a packet: only what the packet held loses its answer', (name) => {
  const speaker = SPEAKERS[name];
  const bursts = fc.array(fc.integer({ min: 1, max: BURST }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(bursts, fc.nat(), fc.boolean(), (counts, place, isLate) => {
      const packets = eachAlone(speaker, counts);
      const removed = speaker.first.length + (place % (packets.length - speaker.first.length));
      const paired = new Set(pairsWithout(packets, removed, isLate).map(([asked]) => asked));
      const all = packets.flatMap(({ touches }) => [...touches]).filter((number) => number >= 1000);
      const lost = [...new Set(all)].filter((number) => !paired.has(number));
      expect(lost.filter((number) => !packets[removed].touches.has(number))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

/** @param {Speaker} speaker @param {number[]} bursts */
const eachAlone = (speaker, bursts) => {
  const whole = packetsOf(speaker, bursts, Infinity);
  return whole.flatMap((packet) => (packet.touches.size === 1 ? [packet] : partsOf(speaker, packet)));
};

/** @param {Speaker} speaker @param {Packet} packet @returns {Packet[]} one for each message */
function partsOf({ exchange, afterBurst = ['', ''] }, { endpoint, touches }) {
  const numbers = [...touches];
  return numbers.map((number, place) => ({
    endpoint,
    text: exchange(number)[endpoint] + (place === numbers.length - 1 ? afterBurst[endpoint] : ''),
    touches: new Set([number]),
  }));
}
