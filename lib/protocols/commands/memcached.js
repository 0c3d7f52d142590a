/**
 * memcached's text protocol with its meta commands (docs/protocol.txt): a line, some with a block of data after it, and
 * lines as responses.
 */
import { SPACE } from '../../shared/text/ascii.js';
import { ofCommands } from './of-commands.js';
import { WANT } from './piece-reader.js';
import { indexOf, shownText } from './shown-text.js';

/** @typedef {import('./connection.js').CommandConnection} CommandConnection */
/** @typedef {import('./connection.js').Grammar} Grammar */
/** @typedef {import('./connection.js').Outcome} Outcome */

const CRLF_BYTES = 2;
const MAX_DATA_BYTES = 2 ** 31;
/** Words of a line that are read. */
const MAX_WORDS = 64;
/** A line up to its first key. */
const MAX_KEY_CHARACTERS = 300;

/** Commands followed by data, and the word with the number of bytes. */
const DATA_LENGTH_AT = new Map([
  ['set', 4],
  ['add', 4],
  ['replace', 4],
  ['append', 4],
  ['prepend', 4],
  ['cas', 4],
  ['ms', 2],
]);
/** Lines of a response that are followed by others. */
const GOES_ON = new Set(['VALUE', 'STAT', 'ITEM']);
const FAILURES = new Set(['ERROR', 'CLIENT_ERROR', 'SERVER_ERROR']);
const META_NOOP = 'mn';

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function wordsOf(bytes, start, end) {
  const words = [];
  for (let at = start; at < end && words.length < MAX_WORDS;) {
    const stop = indexOf(bytes, SPACE, at, end);
    if (stop > at) words.push(shownText(bytes, at, stop));
    at = stop + 1;
  }
  return words;
}

/** First words of the answers to commands; others may have any. @type {readonly [commands: string, words: RegExp][]} */
const ANSWERS = [
  ['get gets gat gats', /^(?:VALUE|END)$/],
  ['set add replace append prepend cas', /^(?:STORED|NOT_STORED|EXISTS|NOT_FOUND)$/],
  ['delete', /^(?:DELETED|NOT_FOUND)$/],
  ['incr decr', /^(?:\d+|NOT_FOUND)$/],
  ['touch', /^(?:TOUCHED|NOT_FOUND)$/],
  ['version', /^VERSION$/],
  ['mg ms md ma me mn', /^(?:HD|VA|EN|NF|NS|EX|MN|ME)$/],
];
/** @type {ReadonlyMap<string, RegExp>} */
const ANSWER_WORDS = new Map(
  ANSWERS.flatMap(([commands, words]) => commands.split(' ').map((name) => /** @type {const} */ ([name, words]))),
);

/** @param {string} word first one of an answer @param {string} command */
const mayAnswer = (word, command) => FAILURES.has(word) || (ANSWER_WORDS.get(command)?.test(word) ?? true);

/** @param {string|undefined} word */
const countOf = (word) => (/^\d{1,10}$/.test(word ?? '') ? Number(word) : -1);

/** @implements {Grammar} */
class MemcachedGrammar {
  first = /** @type {const} */ ([WANT.LINE, WANT.LINE]);
  #talk;
  /** By side: whether data are next. */
  #isData = [false, false];
  #values = 0;
  /** Of a meta response with a value. */
  #isLast = false;

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end) {
    const side = isClient ? 0 : 1;
    if (this.#isData[side]) {
      this.#isData[side] = false;
      if (isClient) this.#talk.finish(true);
      else if (this.#isLast) this.#talk.finish(false, { outcome: 'VA' });
      return WANT.LINE;
    }
    return isClient ? this.#takeCommand(bytes, start, end) : this.#takeAnswer(bytes, start, end);
  }

  /** @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#isData[isClient ? 0 : 1] = false;
    const text = shownText(bytes, start, end, 40);
    const fits = isClient ? COMMAND_LINE : /^(?:VALUE |END\\r|STORED\\r|DELETED\\r|NOT_FOUND\\r|HD[ \\]|EN\\r|VA )/;
    return fits.test(text) ? WANT.LINE : WANT.LOST;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeCommand(bytes, start, end) {
    const [method = '', ...words] = wordsOf(bytes, start, end);
    if (!/^[a-z][a-z_]{1,20}$/.test(method)) return WANT.LOST;
    const lengthAt = DATA_LENGTH_AT.get(method);
    const isMeta = method.length === 2;
    const isTouching = method === 'gat' || method === 'gats';
    this.#talk.command(true, {
      method,
      target: words[isTouching ? 1 : 0] ?? '',
      isOneWay: method === 'quit' || words.at(-1) === 'noreply' || (isMeta && words.slice(1).includes('q')),
      data: method,
    });
    const length = lengthAt === undefined ? -1 : countOf(words[lengthAt - 1]);
    if (lengthAt === undefined || length < 0) {
      this.#talk.finish(true);
      return WANT.LINE;
    }
    this.#isData[0] = true;
    return length + CRLF_BYTES;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeAnswer(bytes, start, end) {
    const [word = '', ...words] = wordsOf(bytes, start, end);
    if (!/^(?:[A-Z_]{2,16}|\d{1,20})$/.test(word)) return WANT.LOST;
    if (!this.#talk.isOpen(false)) this.#begin(word);
    if (word === 'VALUE' || word === 'VA') return this.#takeData(word, countOf(words[word === 'VA' ? 0 : 2]));
    if (GOES_ON.has(word)) {
      this.#values++;
      return WANT.LINE;
    }
    this.#talk.finish(false, this.#outcomeOf(word, words));
    return WANT.LINE;
  }

  /** A quiet command's response may come before that to a following `mn`. @param {string} word */
  #begin(word) {
    this.#values = 0;
    if (this.#talk.asked() === META_NOOP && word !== 'MN' && !FAILURES.has(word)) this.#talk.tell(false);
    else this.#talk.answer(false, { fits: (asked) => mayAnswer(word, asked) });
  }

  /** @param {string} word @param {number} length */
  #takeData(word, length) {
    if (length < 0 || length > MAX_DATA_BYTES) return WANT.LOST;
    this.#values++;
    this.#isLast = word === 'VA';
    this.#isData[1] = true;
    return length + CRLF_BYTES;
  }

  /** @param {string} word @param {string[]} words @returns {Outcome} */
  #outcomeOf(word, words) {
    if (word === 'END') {
      const what = this.#values === 1 ? 'value' : 'values';
      return { outcome: 'END', text: `${this.#values} ${what}` };
    }
    return { outcome: word, text: words.join(' '), isFailed: FAILURES.has(word) };
  }
}

/** A client's first line, escaped, that identifies memcached. */
const COMMAND_LINE =
  /^(?:(?:set|add|replace|append|prepend|cas) [^ ]{1,250} \d+ -?\d+ \d+|(?:gets?|delete|incr|decr|touch) [^ ]|gats? -?\d+ [^ ]|m[gsda] [^ ]|mn\\r|version\\r|stats(?: [a-z]+)?\\r|flush_all)/;

/** @type {import('../protocol.js').Protocol} */
export const MEMCACHED = {
  names: ['memcached'],
  signature: ({ bytes, start, end }) => COMMAND_LINE.test(shownText(bytes, start, end, MAX_KEY_CHARACTERS)),
  isTurnBased: true,
  ...ofCommands('memcached', (talk) => new MemcachedGrammar(talk)),
};
