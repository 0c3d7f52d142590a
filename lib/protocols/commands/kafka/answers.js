/**
 * Positions of error codes in Kafka's responses (kafka.apache.org/protocol): of the response, of a topic, of a
 * partition. The first error is the response's outcome.
 */
import { Fields, isFlexible } from './fields.js';
import { API } from './names.js';

/**
 * A field, from a version on and up to another.
 * @typedef {object} Field
 * @property {number} from
 * @property {number} to
 * @property {(walk: Walk, version: number) => void} pass
 */

/** Errors, with their topic or group. */
class Walk {
  /** The first error. */
  code = 0;
  /** Its topic or group. */
  about = '';
  /** Whether a code was found. */
  hasCode = false;
  /** The current topic or group. */
  name = '';

  /** @param {Fields} fields */
  constructor(fields) {
    this.fields = fields;
  }

  takeCode() {
    const code = this.fields.code();
    if (!this.fields.isThere) return;
    this.hasCode = true;
    if (this.code !== 0 || code === 0) return;
    this.code = code;
    this.about = this.name;
  }
}

/** @param {number} bytes @param {number} [from] @param {number} [to] @returns {Field} */
const skip = (bytes, from = 0, to = Infinity) => ({ from, to, pass: ({ fields }) => void (fields.at += bytes) });

/** @param {number} [from] @param {number} [to] @returns {Field} */
const error = (from = 0, to = Infinity) => ({ from, to, pass: (walk) => walk.takeCode() });

/** @param {number} [from] @param {number} [to] @returns {Field} */
const text = (from = 0, to = Infinity) => ({ from, to, pass: ({ fields }) => void fields.text() });

/** Sets the topic or group of the following fields. @param {number} [from] @param {number} [to] @returns {Field} */
const name = (from = 0, to = Infinity) => ({ from, to, pass: (walk) => void (walk.name = walk.fields.text()) });

/** @param {number} [from] @param {number} [to] @returns {Field} */
const bytes = (from = 0, to = Infinity) => ({ from, to, pass: ({ fields }) => fields.passBytes() });

/** @param {Field[]} of @param {number} [from] @param {number} [to] @returns {Field} each element followed by tags */
const list = (of, from = 0, to = Infinity) => ({
  from,
  to,
  pass: (walk, version) => {
    const { fields } = walk;
    for (let left = fields.count(); left > 0 && fields.isThere; left--) {
      passAll(of, walk, version);
      fields.passTags();
    }
  },
});

/** Numbers of four bytes. @param {number} [from] */
const numbers = (from = 0) => bare(4, from);

/**
 * Values of so many bytes, without tags.
 * @param {number} size @param {number} [from] @param {number} [to]
 * @returns {Field}
 */
const bare = (size, from = 0, to = Infinity) => ({
  from,
  to,
  pass: ({ fields }) => void (fields.at += size * Math.max(0, fields.count())),
});

/** @param {Field[]} all @param {Walk} walk @param {number} version */
function passAll(all, walk, version) {
  for (const { from, to, pass } of all) if (version >= from && version <= to) pass(walk, version);
}

const UUID_BYTES = 16;
const throttle = (from = 0) => skip(4, from);

/** Responses by request. @type {ReadonlyMap<number, Field[]>} */
const ANSWERS = new Map([
  [
    API.PRODUCE,
    [
      list([
        name(0, 12),
        skip(UUID_BYTES, 13),
        list([skip(4), error(), skip(8), skip(8, 2), skip(8, 5), list([skip(4), text()], 8), text(8)]),
      ]),
    ],
  ],
  [
    API.FETCH,
    [
      throttle(1),
      error(7),
      skip(4, 7),
      list([
        name(0, 12),
        skip(UUID_BYTES, 13),
        list([skip(4), error(), skip(8), skip(8, 4), skip(8, 5), list([skip(16)], 4), skip(4, 11), bytes()]),
      ]),
    ],
  ],
  [
    API.LIST_OFFSETS,
    [throttle(2), list([name(), list([skip(4), error(), bare(8, 0, 0), skip(8, 1), skip(8, 1), skip(4, 4)])])],
  ],
  [
    API.METADATA,
    [
      throttle(3),
      list([skip(4), text(), skip(4), text(1)]),
      text(2),
      skip(4, 1),
      list([
        error(),
        text(),
        skip(UUID_BYTES, 10),
        skip(1, 1),
        list([error(), skip(4), skip(4), skip(4, 7), numbers(), numbers(), numbers(5)]),
        skip(4, 8),
      ]),
    ],
  ],
  [API.OFFSET_COMMIT, [throttle(3), list([name(0, 9), skip(UUID_BYTES, 10), list([skip(4), error()])])]],
  [
    API.OFFSET_FETCH,
    [
      throttle(3),
      list([name(), list([skip(4), skip(8), skip(4, 5), text(), error()])], 0, 7),
      error(2, 7),
      list(
        [name(), list([name(0, 9), skip(UUID_BYTES, 10), list([skip(4), skip(8), skip(4), text(), error()])]), error()],
        8,
      ),
    ],
  ],
  [API.FIND_COORDINATOR, [throttle(1), error(0, 3), list([name(), skip(4), text(), skip(4), error(), text()], 4)]],
  [API.JOIN_GROUP, [throttle(2), error()]],
  [API.HEARTBEAT, [throttle(1), error()]],
  [API.LEAVE_GROUP, [throttle(1), error(), list([text(), text(), error()], 3)]],
  [API.SYNC_GROUP, [throttle(1), error()]],
  [API.SASL_HANDSHAKE, [error()]],
  [API.API_VERSIONS, [error()]],
  [
    API.CREATE_TOPICS,
    [
      throttle(2),
      list([name(), skip(UUID_BYTES, 7), error(), text(1), skip(6, 5), list([text(), text(), skip(3)], 5)]),
    ],
  ],
  [API.DELETE_TOPICS, [throttle(1), list([name(), skip(UUID_BYTES, 6), error(), text(5)])]],
  [API.INIT_PRODUCER_ID, [throttle(), error()]],
  [API.SASL_AUTHENTICATE, [error()]],
]);

/**
 * The first error of a response, as far as available.
 * @param {{ api: number, version: number }} asked @param {Uint8Array} answer @param {number} start @param {number} end
 * @returns {{ code: number, text: string }|null} code 0: none; null: unknown
 */
export function errorIn({ api, version }, answer, start, end) {
  const layout = ANSWERS.get(api);
  if (layout === undefined) return null;
  const fields = new Fields(answer, start, end, isFlexible(api, version));
  // a response to ApiVersions always has the old header
  if (api !== API.API_VERSIONS) fields.passTags();
  const walk = new Walk(fields);
  passAll(layout, walk, version);
  return walk.hasCode || fields.isThere ? { code: walk.code, text: walk.about } : null;
}
