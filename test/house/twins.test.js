/** A rule stands once: no constant is declared with the same name and value in several files. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['bin', 'client', 'lib', 'scripts', 'server'];
/** Written by scripts/generate-layout.js, or compiled. */
const GENERATED = /^lib\/(engine\/(bytes\/|enums|flow-fields|table-columns)|shared\/packet-enums)/;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]+)(?::\s*\w+)? = ([^;]+);/gm;

/**
 * Equal by coincidence, or of two programs that share no module: why, and which. Names without a bound's prefix, as
 * bounds are compared with and without it.
 * @type {Record<string, string>}
 */
const ALLOWED = {
  'a length in formats that have nothing to do with each other': `HEADER = 8|HEADER = 4|HEADER = 16|TAG = 6
    |HEADER_BYTES = 12|HEADER_BYTES = 5|HEADER = 20|LENGTH_BYTES = 4|CRLF_BYTES = 2|VERSION_5 = 5
    |SAMPLE_BYTES = 16|BITS = 8|EXTENSION_HEADER = 8|NAME_LENGTH = 200|LABEL_BYTES = 63|MESSAGE_BYTES = 2 ** 30`,
  'an initial capacity, a buffer or a piece, each tuned for its own use': `FIRST_CAPACITY = 16|FIRST_CAPACITY = 4
    |FIRST_CAPACITY = 64|INITIAL_ROWS = 256|FIRST_FLOWS = 64|FIRST_ROWS = 64|FIRST_BYTES = 1024|OUTPUT_BYTES = 16 * 1024|CHUNK_BYTES = 1 << 20
    |FLUSH_AT = 1 << 16|SEND_BUFFER_BYTES = 16384|PAGE_BYTES = 65536`,
  'a threshold of a detector or an inference of its own; equal by coincidence': `SHARE = 0.5|SHARE = 0.01
    |SHARE = 0.1|SHARE = 0.3|ANSWERS = 20|HIGH = 0.95|DUPLICATES = 2|MOST = 0.5
    |LONG_NS = 500e6|NOTICEABLE_NS = 100e6|HELD = 3|CONFIDENCE = 0.9|CONFIDENCE = 0.8
    |HELD_SHARE = 0.8|SEGMENTS = 20|NAMED = 3|QUEUE_SHARE = 0.1|TRIES = 3|BEFORE = 3|LATE = 2|ROUND_TRIPS = 20`,
  'a time or a length of a view of its own': `REST_MS = 80|REST_MS = 150|AGAIN_MS = 2000|AGAIN_MS = 1000|LIVE_MS = 500
    |LOOK_MS = 500|POLL_MS = 20|PROGRESS_MS = 50|GAP = 18|AXIS = 30|NAME_LINE = 13|LOOKED_AT = 2000|NARROWEST = 1.5
    |AROUND = 1|EXTENT = 10`,
  'the engine decodes common frames and JavaScript the others; test/engine/core-decode.test.js compares': `CHECKSUM_AT = 16|ADDRESS_WORDS = 4|ETHERNET_HEADER = 14|VLAN_TAG = 4|TYPE_IPV4 = 0x0800|IPV6_HEADER = 40|FRAGMENT_BITS = 0x3fff
    |TCP_HEADER = 20|IPV4_HEADER = 20|COLON = 0x3a|SLASH = 0x2f|MISSING = 0x3fffffff|CAPTURED_HEADER = 16|NOP = 1`,
  'the two sides of a table in the engine’s memory; the tests of the engine compare': `BYTES = 8|COLUMNS = 4|COLUMNS = 2
    |VERSION_BYTES = 9`,
  'the simulator shares no code with what it tests': `FRAME_HEADER_BYTES = 9|HTTP_PROTOCOL_ID = 80
    |ZERO = 48|LONGEST_SECONDS = 600|INITIAL_SEGMENTS = 10`,
  'too small to share, in rooms that import nothing of each other': `NS_PER_SECOND = 1e9|BOTH = [0, 1]
    |DIRECTIONS = [0, 1]|DIRECTIONS = /** @type {const} */ (['clientToServer', 'serverToClient'])|CLIENT = 0|NEVER = 0|UNDECIDED = 0
    |FIRST = 0|NONE = []|NOTHING = new Uint8Array(0)|NOTHING = new Float64Array(0)|NO_HISTORY = new Uint8Array(0)
    |ASCII = new TextEncoder()|SYN_ACK = TCP.SYN \\| TCP.ACK
    |ENGINE = fileURLToPath(new URL('../lib/engine/', import.meta.url))`,
};

const allowed = Object.values(ALLOWED)
  .flatMap((text) => text.split(/(?<!\\)\|/))
  .map((text) => text.trim().replace('\\|', '|'));

/** @param {string} name */
const withoutBound = (name) => name.replace(/^(?:MAX|MIN)_/, '');

/** @param {(file: string) => string} read @param {string[]} files @returns {Map<string, string[]>} files by constant */
function declared(read, files) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const file of files) {
    for (const [, name, value] of read(file).matchAll(CONSTANT)) {
      const key = `${withoutBound(name)} = ${value.replace(/\s+/g, ' ').replace(/(?<=\d)_(?=\d)/g, '')}`;
      const others = found.get(key) ?? [];
      if (!others.includes(file)) found.set(key, [...others, file]);
    }
  }
  return found;
}

const files = ROOMS.flatMap((room) =>
  readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => `${room}/${name}`)
    .filter((file) => !GENERATED.test(file)),
);
const twins = [...declared((file) => readFileSync(ROOT + file, 'utf8'), files)].filter(([, where]) => where.length > 1);

test('a twin is found whatever its bound is called and however its digits are grouped', () => {
  const texts = new Map([
    ['a.js', 'const MAX_ROWS = 10_000;\n'],
    ['b.ts', 'export const MAX_ROWS: i32 = 10000;\n'],
  ]);
  const found = declared((file) => texts.get(file) ?? '', [...texts.keys()]);
  expect([...found]).toEqual([['ROWS = 10000', ['a.js', 'b.ts']]]);
});

test('no constant is declared twice', () => {
  expect(files.length).toBeGreaterThan(1000);
  const unknown = twins.filter(([key]) => !allowed.includes(key));
  expect(unknown.map(([key, where]) => `${key}: ${where.join(', ')}`)).toEqual([]);
});

test('what is allowed to stand twice does', () => {
  const keys = new Set(twins.map(([key]) => key));
  expect(allowed.filter((key) => !keys.has(key))).toEqual([]);
});
