/**
 * What a protocol over a byte stream is to the house: one descriptor, exported by its own folder's `protocol.js` and
 * listed in `registry.js`. Everything else asks the registry.
 */

/** What first bytes tell. `MORE`: they fit so far. */
export const FIT = Object.freeze({ NONE: 0, MORE: 1, FOUND: 2 });

/**
 * The first bytes of a direction; see `detect/first-bytes.js`.
 * @typedef {{ bytes: Uint8Array, start: number, end: number, text?: string }} First `text`: those in which a greeting
 *   is looked for
 */

/**
 * What a parser is opened with.
 * @typedef {object} Opening
 * @property {import('./host.js').MessageHost} host
 * @property {import('./model/message-table.js').MessageTable|null} table null to count only
 * @property {import('./stream-parser.js').Inside} inside
 * @property {boolean} isMidConnection whether the first bytes handed in may not be the stream's first
 * @property {(upgrade: string|null) => import('./stream-parser.js').StreamParser|null} openInner opens what begins
 *   within; `upgrade`: what was agreed on, null where its bytes tell
 */

/**
 * What a message's head says.
 * @typedef {object} HeadParts
 * @property {string|null} method
 * @property {[name: string, value: string][]} headers with HTTP/2's pseudo-header fields
 * @property {number} headerBytes
 * @property {string} [statusText] reason phrase of a response, where it has one
 */

/**
 * How rows of the message table are described, which the protocol's parser wrote.
 * @typedef {object} MessageText
 * @property {(table: import('./model/message-table.js').MessageTable, row: number) => HeadParts} head
 * @property {(table: import('./model/message-table.js').MessageTable, row: number, headers?: HeadParts['headers']) =>
 *   { method: string|null, target: string|null, host: string|null }} name of a request; `headers`: where they are known
 *   already
 * @property {(table: import('./model/message-table.js').MessageTable, row: number) => HeadParts['headers']|null}
 *   [trailers] fields behind a message's content; null: there are none
 * @property {(table: import('./model/message-table.js').MessageTable, row: number, client: 0|1,
 *   headers: HeadParts['headers']) => Partial<import('./describe-message.js').Message>} [more] what a message has
 *   besides
 * @property {(table: import('./model/message-table.js').MessageTable, row: number,
 *   texts: import('./model/text-cache.js').KnownTexts) => string|null} [serverAsked] what a request calls the server
 *   that it is sent to; else by its name
 */

/**
 * @typedef {object} Protocol
 * @property {readonly [string, ...string[]]} names as `--json`, filters and `--decode-as` have them, in lower case: the
 *   protocol's, and those of its versions where they differ
 * @property {readonly string[]} [aliases] what others call it, as Wireshark does, for `--decode-as`
 * @property {readonly string[]} [agreed] as ALPN and Upgrade name it: what was agreed on is not detected
 * @property {(bytes: Uint8Array, start: number, end: number, isMidConnection: boolean) => number} [detect] tells by a
 *   direction's first bytes, of which one more is there each time; of `FIT`
 * @property {(first: First) => boolean} [signature] tells by a direction's first bytes, and only where they leave no
 *   doubt: more bytes never take away what fewer told. Asked when both ends have spoken, or no more may come, and
 *   nothing is detected
 * @property {(opening: Opening) => import('./stream-parser.js').StreamParser|null} [open] makes its parser; null, or
 *   none: it is only named
 * @property {MessageText} [messages] of one that has messages of its own
 * @property {boolean} [isHttp] whether these are HTTP's: with URL, status and header fields
 * @property {boolean} [isMultiplexed] whether its answers do not wait for each other
 * @property {boolean} [isCarrier] whether a connection goes by it, whatever it carries
 * @property {boolean} [hasTurnsOnly] whether it is not read: its messages are what one end said until the other did
 * @property {boolean} [isTurnBased] whether its client asks and waits, and its server speaks when it is asked: there a
 *   silence behind the client's data is the server's. Those that push, or let a request hang until there is news, are
 *   not
 */
