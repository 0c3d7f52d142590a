/**
 * The digest of an SQL statement, as pg_stat_statements and MySQL's performance schema make it: constants become `?`,
 * lists of them one, comments and white space go.
 */

/**
 * What a statement consists of, in this order: comments, strings (with their prefix), dollar-quoted strings, quoted
 * names, parameters, numbers, words, white space, any other character. A string or comment that is cut off by a limit
 * goes on to the end.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))`,
    String.raw`(?<string>(?:[eEnNxXbB]|_\w+\s?)?'(?:[^'\\]|''|\\.)*(?:'|$))`,
    String.raw`(?<dollar>\$(?:[a-zA-Z_]\w*)?\$)`,
    String.raw`(?<name>"(?:[^"]|"")*(?:"|$)|` + '`[^`]*(?:`|$)|' + String.raw`\[[\w ]+\])`,
    String.raw`(?<parameter>\$\d+|@p?\d+|:\d+|\?)`,
    String.raw`(?<number>0[xX][0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)`,
    String.raw`(?<word>[\p{L}_@#:][\p{L}\p{N}_$@#]*)`,
    String.raw`(?<space>\s+)`,
    String.raw`(?<other>[^])`,
  ].join('|'),
  'suy',
);

/**
 * Of the digest of a text that was cut: constants of different lengths let the limit fall at different places of one
 * statement.
 */
const CUT_CHARACTERS = 300;
/** A list at the end of a cut text, and whole ones before it: where it was cut depends on the constants. */
const CUT_LIST = /(?: ?\(…\),?)?(?: ?\((?:(?:\?|NULL|DEFAULT)(?:, ?)?)*)?$/i;
const CONSTANT = '?';
/** Words that are constants. */
const LITERALS = new Set(['true', 'false', 'null']);
/** Behind these a sign belongs to the number. */
const BEFORE_SIGN =
  /^(?:[(,=<>+\-*/%|&^]|and|or|in|between|values|limit|offset|then|else|when|select|return|set|like)$/i;

/**
 * @param {string} text
 * @param {{ quotesText?: boolean }} [dialect] quotesText: whether double quotes enclose text, as in MySQL
 * @returns {string}
 */
export function sqlDigest(text, { quotesText = false } = {}) {
  const isCut = text.endsWith('…');
  const digest = withoutLists(written(tokensOf(isCut ? text.slice(0, -1) : text, quotesText)));
  return isCut ? `${digest.replace(CUT_LIST, '').slice(0, CUT_CHARACTERS)}…` : digest;
}

/** @param {string} text @param {boolean} quotesText @returns {string[]} without white space; constants as one sign */
function tokensOf(text, quotesText) {
  /** @type {string[]} */
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const groups = match.groups ?? {};
    if (groups.dollar !== undefined) TOKEN.lastIndex = endOfDollar(text, groups.dollar, TOKEN.lastIndex);
    const token = tokenOf(groups, quotesText);
    if (token === CONSTANT && isSigned(tokens)) tokens.pop();
    if (token !== '') tokens.push(token);
  }
  return tokens;
}

/** Behind a dollar-quoted string. @param {string} text @param {string} quote @param {number} from */
function endOfDollar(text, quote, from) {
  const end = text.indexOf(quote, from);
  return end < 0 ? text.length : end + quote.length;
}

/** @param {Record<string, string | undefined>} groups @param {boolean} quotesText @returns {string} "": nothing */
function tokenOf({ comment, space, string, dollar, parameter, number, name, word, other }, quotesText) {
  if (comment !== undefined || space !== undefined) return '';
  if (string !== undefined || dollar !== undefined || parameter !== undefined || number !== undefined) return CONSTANT;
  if (name !== undefined) return quotesText && name.startsWith('"') ? CONSTANT : name;
  if (word !== undefined) return LITERALS.has(word.toLowerCase()) ? literal(word) : word;
  return other ?? '';
}

/** `NULL` stays: behind `IS` it is no constant. @param {string} word */
const literal = (word) => (word.toLowerCase() === 'null' ? word : CONSTANT);

/** Whether the last token is the sign of the number that follows. @param {string[]} tokens */
const isSigned = (tokens) =>
  (tokens.at(-1) === '-' || tokens.at(-1) === '+') && (tokens.length === 1 || BEFORE_SIGN.test(tokens.at(-2) ?? ''));

/** Signs without a space before them, and behind them. */
const TIGHT_BEFORE = new Set([',', ')', ';', '.', ']', '::']);
const TIGHT_BEHIND = new Set(['(', '.', '[', '::']);
/** Parts of operators. */
const OPERATOR = /^[<>=!|&~#@+\-*/%^:]$/;

/** @param {string[]} tokens */
function written(tokens) {
  let text = '';
  let before = '';
  for (const token of tokens) {
    const isOperator = OPERATOR.test(token) && OPERATOR.test(before) && token !== '*';
    const isCall = token === '(' && /[\p{L}\p{N}_]$/u.test(before) && !KEYWORD.test(before);
    const isTight = TIGHT_BEFORE.has(token) || TIGHT_BEHIND.has(before) || isOperator || isCall;
    text += text === '' || isTight ? token : ` ${token}`;
    before = token;
  }
  return text.replace(/ ?: ?: ?/g, '::').replace(/[; ]+$/, '');
}

/** Words before a parenthesis that are no functions. */
const KEYWORD =
  /^(?:in|values|and|or|not|on|from|where|join|as|select|set|exists|any|all|over|by|when|then|else|into|key|using|union|returning|like|between|is)$/i;

/** Lists of constants as one, however long: `IN (?, ?)` as `IN (…)`, and rows of them as one. @param {string} text */
const withoutLists = (text) =>
  text
    .replace(/\((?:\?|NULL|DEFAULT)(?:, (?:\?|NULL|DEFAULT))+\)/gi, '(…)')
    .replace(/\b(in|values?) \(\?\)/gi, '$1 (…)')
    .replace(/\(…\)(?:, \((?:…|\?)\))+/g, '(…)');

/** What a statement does to which table, for a sentence: `SELECT … FROM orders WHERE …`. */
const SHORT = [
  /^(SELECT)\b.*?\b(FROM \S+)(.*)$/is,
  /^(INSERT INTO [^\s(]+|REPLACE INTO [^\s(]+|UPDATE \S+|DELETE FROM \S+)(.*)$/is,
  /^((?:CREATE|ALTER|DROP|TRUNCATE) \S+ [^\s(]+)(.*)$/is,
];
/** A statement that is shown whole. */
const SHORT_CHARACTERS = 40;

/** @param {string} digest @returns {string} at most a few words */
export function shortSql(digest) {
  if (digest.length <= SHORT_CHARACTERS) return digest;
  const match = SHORT.map((form) => form.exec(digest)).find((found) => found !== null);
  if (match === undefined || match === null) return `${digest.slice(0, SHORT_CHARACTERS)}…`;
  const parts = match.slice(1, -1);
  const rest = match[match.length - 1];
  const where = rest.search(/\bWHERE\b/i);
  const skipped = rest.slice(0, Math.max(0, where)).trim() === '' ? '' : ' …';
  const more = where < 0 ? ' …' : `${skipped} ${rest.slice(where, where + 5)} …`;
  return `${parts.join(' … ')}${rest === '' ? '' : more}`;
}
