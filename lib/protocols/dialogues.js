/**
 * Protocols that are told by name alone (`detect/signatures.js`): they say a few sentences, and another begins within
 * them. One more: its folder, and a line here.
 */
import { SOCKS } from './socks/connection.js';
import { STARTTLS } from './starttls/connection.js';

/**
 * @typedef {object} Dialogue
 * @property {readonly string[]} names of `SIGNATURE_NAMES`
 * @property {(openInner: (upgrade: string|null) => import('./stream-parser.js').StreamParser|null) =>
 *   import('./stream-parser.js').StreamParser} open `openInner` opens what begins within
 */

/** @type {readonly Dialogue[]} */
export const DIALOGUES = [SOCKS, STARTTLS];

/** Values of `PROTOCOL` from here on are dialogues, in their order. */
export const FIRST_DIALOGUE = 100;

/** @type {ReadonlyMap<string|null, number>} */
const BY_NAME = new Map(DIALOGUES.flatMap(({ names }, k) => names.map((name) => [name, FIRST_DIALOGUE + k])));

/**
 * @param {string|null} name of `SIGNATURE_NAMES`
 * @returns {number|undefined} a value of `PROTOCOL`; undefined: nothing follows within it
 */
export const dialogueOf = (name) => BY_NAME.get(name);
