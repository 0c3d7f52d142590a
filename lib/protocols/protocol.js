/**
 * A protocol over a byte stream: one descriptor, exported by its own folder's `protocol.js` and listed in
 * `registry.js`. Everything else uses the registry.
 */

/** Result of matching first bytes. `MORE`: they match so far. */
export const FIT = Object.freeze({ NONE: 0, MORE: 1, FOUND: 2 });

/**
 * The first bytes of a direction; see `detect/first-bytes.js`.
 * @typedef {object} First
 * @property {Uint8Array} bytes
 * @property {number} start
 * @property {number} end
 * @property {string} [text] those in which a greeting is searched for
 * @property {First} [other] those of the other direction, if it has sent any
 */

/**
 * Parameters to open a parser.
 * @typedef {object} Opening
 * @property {import('./host.js').MessageHost} host
 * @property {import('./model/message-table.js').MessageTable|null} table null to count only
 * @property {import('./stream-parser.js').Inside} inside
 * @property {boolean} isMidConnection whether the first bytes passed in may not be the stream's first
 * @property {(first: First) => boolean} isStart whether these bytes, the first passed in, begin a message
 * @property {(upgrade: string|null) => import('./stream-parser.js').StreamParser|null} openInner opens an inner stream;
 *   `upgrade`: the negotiated protocol, null to detect it
 */

/**
 * Contents of a message's head.
 * @typedef {object} HeadParts
 * @property {string|null} method
 * @property {[name: string, value: string][]} headers with HTTP/2's pseudo-header fields
 * @property {number} headerBytes
 * @property {string} [statusText] reason phrase of a response, where it has one
 */

/**
 * Describes rows of the message table written by the protocol's parser.
 * @typedef {object} MessageText
 * @property {'lines'|'references'|'names'|'code'} [headForm] how the table has heads: as HTTP/1 sends them, as
 *   references to header fields, as a command's or outcome's name and text, as a number of two bytes and a text; other
 *   bytes by default
 * @property {(table: import('./model/message-table.js').MessageTable, row: number) => HeadParts} head
 * @property {(table: import('./model/message-table.js').MessageTable, row: number, headers?: HeadParts['headers']) => {
 *   method: string|null, target: string|null, host: string|null }} name of a request; `headers`: if already known
 * @property {(table: import('./model/message-table.js').MessageTable, row: number) => HeadParts['headers']|null}
 *   [trailers] trailer fields of a message; null: none
 * @property {(table: import('./model/message-table.js').MessageTable, row: number, client: 0|1, headers:
 *   HeadParts['headers']) => Partial<import('./describe-message.js').Message>} [more] further fields of a message
 * @property {(table: import('./model/message-table.js').MessageTable, row: number, texts:
 *   import('./model/text-cache.js').KnownTexts) => string|null} [requestedServer] the server's name in a request; by
 *   default from its header fields
 */

/**
 * What a grammar read in bytes of both directions from mid-connection.
 * @typedef {object} FramingRead
 * @property {number} commands
 * @property {number} answers
 * @property {number} pairs of them
 * @property {number} losses how often it lost its place
 */

/**
 * @typedef {object} Protocol
 * @property {readonly [string, ...string[]]} names in `--json`, filters and `--decode-as`, in lower case: the
 *   protocol's, and those of its versions where they differ
 * @property {readonly string[]} [aliases] other names, such as Wireshark's, for `--decode-as`
 * @property {readonly string[]} [agreed] its names in ALPN and Upgrade: a negotiated protocol is not detected
 * @property {(bytes: Uint8Array, start: number, end: number, isMidConnection: boolean) => number} [detect] detects it
 *   from a direction's first bytes, called with one more byte each time; returns a `FIT`
 * @property {(first: First) => boolean} [signature] detects it from a direction's first bytes, only without doubt: more
 *   bytes never change the result. Called when both ends have sent, or no more may come, and nothing is detected
 * @property {(pieces: import('./detect/joined.js').HeldPiece[], client: 0|1) => FramingRead} [tryFraming] reads, of a
 *   connection whose beginning is missing, without keeping messages
 * @property {(opening: Opening) => import('./stream-parser.js').StreamParser|null} [open] creates its parser; null, or
 *   absent: it is only identified
 * @property {(asked: import('./statements/statement.js').Asked) => string} [statement] what a request asks for, without
 *   its constants; by default its command and the pattern of its argument
 * @property {RegExp} [rows] where the text of an outcome says how many rows it has: the first group
 * @property {MessageText} [messages] of one that has messages of its own
 * @property {boolean} [turnsToTls] whether its ends may switch to TLS, in which it goes on
 * @property {boolean} [isHttp] whether these are HTTP's: with URL, status and header fields
 * @property {boolean} [isMultiplexed] whether its answers do not wait for each other
 * @property {boolean} [isCarrier] whether a connection is named after it, whatever it carries
 * @property {boolean} [answersAround] whether an answer may begin before, and end behind, what goes on elsewhere
 * @property {boolean} [hasTurnsOnly] whether it is not dissected: its messages are what one end sent until the other
 *   did
 * @property {boolean} [hasOwnWords] whether the names of its commands and outcomes are its parser's words or numbers,
 *   whatever the capture contains: a redacted report keeps them
 * @property {boolean} [isUnmistakable] whether messages that follow each other show it, without their answers
 * @property {boolean} [isTurnBased] whether it is strict request and response: then silence after the client's data is
 *   due to the server. Not for protocols that push, or let a request wait for events
 */
