/**
 * Packet scripts: a few lines of text become a capture.
 *
 *   import { script, merge, pcap } from './packets.js';
 *
 *   const packets = script({ client: '10.0.0.1:40000', server: '10.0.0.2:80' },
 *     'client SYN mss 1460 ws 7 sack ts',
 *     '+20ms server SYN-ACK mss 1460 ws 7 sack ts',
 *     '+20ms client ACK',
 *     '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"',
 *     '+20ms server data 1448',
 *     'server data 1448 lost',             // in the capture, but the client never gets it
 *     'server data 3x1448',
 *     '+20ms client ACK',                  // acknowledges 1449 and bears SACK blocks by itself
 *     '+20ms server again 2',              // the server's second data segment once more
 *     'server FIN', 'client ACK', 'client FIN', 'server ACK');
 *   const file = pcap(packets);            // Uint8Array
 *   const both = pcap(merge(packets, script({ client: '[2001:db8::1]:5000', server: '[2001:db8::2]:80', vlan: [7] },
 *   …)));
 *
 * A line is `[+TIME | @TIME] SIDE WORDS…`; SIDE is `client` or `server`; TIME bears ns, us, ms or s. `+` counts from
 * the packet before, `@` from the capture's start; without a time a packet comes 10 µs after the one before. Words, in
 * any order:
 *
 *   SYN SYN-ACK ACK PSH FIN FIN-ACK RST RST-ACK URG ECE CWR   flags; ACK is set by itself on all but a first SYN
 *   NOACK                      no ACK flag
 *   data 1448 | data 3x1448    that many bytes (of the pattern a…z), or that many packets of them
 *   "text"                     that payload, with JSON's escapes (so '\\r\\n', or '\r\n'), UTF-8
 *   again N                    the side's N-th data segment (from 1, in order of first sending) once more
 *   seq N | ack N | ACK N      relative numbers (0 = that side's SYN), in place of what the side would send
 *   sack 2897-4345[,5793-7241] SACK blocks, relative; `sack none`: no blocks though there would be; on a SYN plain
 *   `sack`: permitted
 *   mss N | ws N               options of a SYN
 *   order MNWNNS               these options in this order, by letter (frames.js)
 *   ts | ts VALUE ECHO | nots  timestamps option; goes on by itself once both SYNs had it; the clock is in milliseconds
 *   win N                      window field as it is on the wire, from this packet on
 *   urg N | id N | ttl N       urgent pointer, IPv4 identification, TTL
 *   snap N                     only the frame's first N bytes are in the capture
 *   lost                       in the capture, but does not arrive
 *   uncaptured                 arrives, but is not in the capture (with `lost`: neither)
 *   late TIME                  is in the capture, and arrives, that much later: it is overtaken
 *   twice                      is in the capture twice
 *   badsum                     wrong TCP checksum
 *
 * Both sides keep their books: what they sent, what has arrived (with holes), and so what they acknowledge. For odd
 * bytes in code: `new Conversation(options).send('client', { flags, payload, seq, … })`, then `.packets`.
 */
import { Conversation } from './conversation.js';
import { ACK, CWR, ECE, FIN, PSH, RST, SYN, URG } from './frames.js';
import { pcapBytes } from './pcap-bytes.js';

export { Conversation } from './conversation.js';
export * from './frames.js';
export { pcapBytes as pcap };

/**
 * @typedef {import('./conversation.js').Packet} Packet
 * @typedef {import('./conversation.js').Sending} Sending
 * @typedef {import('./conversation.js').ConversationOptions} ConversationOptions
 */

const FLAGS = new Map(
  Object.entries({
    SYN,
    'SYN-ACK': SYN | ACK,
    ACK,
    PSH,
    FIN,
    'FIN-ACK': FIN | ACK,
    RST,
    'RST-ACK': RST | ACK,
    URG,
    ECE,
    CWR,
  }),
);
const UNIT_NS = new Map(Object.entries({ ns: 1, us: 1e3, ms: 1e6, s: 1e9 }));
const FILLER = new TextEncoder().encode('abcdefghijklmnopqrstuvwxyz'.repeat(2600));

/** @param {string} text "20ms" @returns {number} nanoseconds */
function durationNs(text) {
  const match = /^(\d+(?:\.\d+)?)(ns|us|ms|s)$/.exec(text);
  if (!match) throw new Error(`packet script: "${text}" is not a time such as 20ms`);
  return Math.round(Number(match[1]) * Number(UNIT_NS.get(match[2])));
}

/** @param {string} text "2897-4345,5793-7241" @returns {[number, number][]} */
function blocks(text) {
  if (text === 'none') return [];
  return text.split(',').map((block) => {
    const [left, right] = block.split('-').map(Number);
    return [left, right];
  });
}

/**
 * @param {string} word text in quotation marks, with JSON's escapes; line ends may also be there as they are
 * @returns {Uint8Array}
 */
function textBytes(word) {
  return new TextEncoder().encode(JSON.parse(word.replaceAll('\r', '\\r').replaceAll('\n', '\\n')));
}

/**
 * What each word does to the sending; `next` takes the following word.
 * @type {Record<string, (sending: Sending, next: () => string, peek: () => string) => void>}
 */
const WORDS = {
  NOACK: (sending) => {
    sending.noAck = true;
  },
  data: (sending, next) => {
    const [length, count = '1'] = next().split('x').reverse();
    sending.payload = FILLER.subarray(0, Number(length));
    sending.count = Number(count);
  },
  again: (sending, next) => {
    sending.again = Number(next());
  },
  seq: (sending, next) => {
    sending.seq = Number(next());
  },
  ack: (sending, next) => {
    sending.ack = Number(next());
  },
  sack: (sending, next, peek) => {
    if (/^(none|\d)/.test(peek())) sending.sack = blocks(next());
    else sending.sackPermitted = true;
  },
  mss: (sending, next) => {
    sending.mss = Number(next());
  },
  order: (sending, next) => {
    sending.order = next();
  },
  ws: (sending, next) => {
    sending.windowScale = Number(next());
  },
  ts: (sending, next, peek) => {
    sending.timestamps = /^\d/.test(peek()) ? [Number(next()), Number(next())] : true;
  },
  nots: (sending) => {
    sending.timestamps = false;
  },
  win: (sending, next) => {
    sending.window = Number(next());
  },
  urg: (sending, next) => {
    sending.urgent = Number(next());
  },
  id: (sending, next) => {
    sending.identification = Number(next());
  },
  ttl: (sending, next) => {
    sending.ttl = Number(next());
  },
  snap: (sending, next) => {
    sending.snapLength = Number(next());
  },
  lost: (sending) => {
    sending.lost = true;
  },
  uncaptured: (sending) => {
    sending.uncaptured = true;
  },
  late: (sending, next) => {
    sending.lateNs = durationNs(next());
  },
  twice: (sending) => {
    sending.twice = true;
  },
  badsum: (sending) => {
    sending.corrupt = true;
  },
};

/** @param {string} line @param {Sending} sending @param {string[]} words */
function readWords(line, sending, words) {
  const next = () => {
    const word = words.shift();
    if (word === undefined) throw new Error(`packet script: a word is missing at the end of "${line}"`);
    return word;
  };
  while (words.length) {
    const word = next();
    const flag = FLAGS.get(word);
    if (flag !== undefined) {
      sending.flags = (sending.flags ?? 0) | flag;
      if (flag & ACK && /^\d+$/.test(words[0] ?? '')) sending.ack = Number(next());
    } else if (word.startsWith('"')) sending.payload = textBytes(word);
    else if (Object.hasOwn(WORDS, word)) WORDS[word](sending, next, () => words[0] ?? '');
    else throw new Error(`packet script: "${word}" in "${line}" is not a word of packet scripts`);
  }
}

/** @param {string} line @returns {{ side: 'client'|'server', sending: Sending }} */
export function parseLine(line) {
  const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/gs) ?? [];
  /** @type {Sending} */
  const sending = {};
  if (/^[+@]/.test(words[0] ?? '')) {
    const time = String(words.shift());
    sending[time[0] === '+' ? 'afterNs' : 'atNs'] = durationNs(time.slice(1));
  }
  const side = words.shift();
  if (side !== 'client' && side !== 'server') {
    throw new Error(`packet script: "${line}" should name client or server first`);
  }
  readWords(line, sending, words);
  return { side, sending };
}

/**
 * @param {ConversationOptions | string} options or the first line, for the ends 10.0.0.1:40000 and 10.0.0.2:80
 * @param {...string} lines
 * @returns {Packet[]} in the order of capture
 */
export function script(options, ...lines) {
  const conversation = new Conversation(typeof options === 'string' ? {} : options);
  for (const line of typeof options === 'string' ? [options, ...lines] : lines) {
    const { side, sending } = parseLine(line);
    conversation.send(side, sending);
  }
  return conversation.packets;
}

/**
 * Several conversations in one capture, by time; the earlier argument first where times are equal.
 * @param {...Packet[]} captures
 * @returns {Packet[]}
 */
export function merge(...captures) {
  return captures.flat().sort((a, b) => a.timeNs - b.timeNs);
}
