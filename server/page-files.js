import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * The page's text files, compressed where the browser takes it (RFC 9110 section 8.4), and without the comments of
 * scripts.
 */

export const TYPES = /** @type {const} */ ({
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
});
/** Ten and eleven take ten times as long. */
const BROTLI_QUALITY = 9;
/**
 * Up to this quality 64 KiB are a window for which zlib's Brotli needs no large tables: a file takes 0.15 ms instead of
 * 2.8 (findings/brotli-small-files.sh), and is as small.
 */
const SMALL_WINDOW_BITS = 16;

/** @param {Uint8Array} bytes @returns {import('node:zlib').BrotliOptions} with which the page's files are compressed */
export const brotliOptions = ({ length }) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    ...(length <= 1 << SMALL_WINDOW_BITS ? { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW_BITS } : {}),
  },
});
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * @typedef {{ etag: string, bodies: Map<string, Promise<Buffer>> }} Answer `bodies`: by coding, each made when it is
 *   first asked for
 */
/** @typedef {Answer & { at: number, size: number }} Kept */

/**
 * Comments alone on their lines, and types (JSDoc) within code; line breaks stay, so that lines in messages
 * of errors are those of the source. Other comments after code, and within it, stay as they are.
 */
const COMMENT =
  /^[ \t]*\/\*\*?(?:[^*]|\*(?!\/))*\*\/[ \t]*$|^[ \t]*\/\/(?!#).*$|\/\*\* @(?:type|param)\b[^*\n]*\*\/ ?/gm;

/** @param {string} source of a module @returns {string} */
export const withoutComments = (source) => source.replace(COMMENT, (comment) => comment.replace(/[^\n]+/g, ''));

/**
 * V8's explicit compile hint, a comment to other browsers; it counts only at the beginning of a file.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/**
 * Asks the browser to compile all functions of a module when it is loaded, not each when it is first called, which is
 * while a request waits.
 * @param {string} source without its comments
 * @returns {string} its lines are where they were: only a module that began with a comment takes the hint
 */
export const compiledOnLoad = (source) => (source.startsWith('\n') ? COMPILE_HINT + source : source);

/**
 * @typedef {object} PageFiles
 * @property {(file: string, request: import('express').Request, response: import('express').Response) =>
 *   Promise<boolean>} send
 *   answers with the file at a path, which the caller has found to be within the page's folders; false where it is not
 *   one of the kinds, or is not there
 * @property {(files: readonly string[]) => Promise<void>} prepare compresses, one after the other, what browsers are
 *   going to ask for
 */

/**
 * @param {{ keepsComments?: boolean, compilesOnLoad?: (file: string) => boolean }} [options] `keepsComments`: other
 *   people's scripts bear
 *   their licences in them; `compilesOnLoad`: whether nearly all functions of a script are going to be called
 * @returns {PageFiles}
 */
export function pageFiles({ keepsComments = false, compilesOnLoad = () => false } = {}) {
  /** @type {Map<string, Kept>} */
  const kept = new Map();

  /** @param {string} file @returns {Promise<Kept|null>} */
  async function fresh(file) {
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const known = kept.get(file);
    if (known?.at === found.mtimeMs && known.size === found.size) return known;
    const text = await readFile(file, 'utf8');
    const bare = extname(file) === '.js' && !keepsComments ? withoutComments(text) : text;
    const plain = Buffer.from(compilesOnLoad(file) ? compiledOnLoad(bare) : bare);
    const made = { at: found.mtimeMs, size: found.size, ...keptBytes(plain) };
    kept.set(file, made);
    return made;
  }

  /** @type {PageFiles['send']} */
  async function send(file, request, response) {
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(file))];
    const of = type === undefined ? null : await fresh(file);
    if (of === null) return false;
    await sendKept(of, type, request, response);
    return true;
  }

  return {
    send,
    async prepare(files) {
      for (const file of files) {
        const of = extname(file) in TYPES ? await fresh(file) : null;
        if (of) await bodyOf(of, 'br');
      }
    },
  };
}

/** @param {Buffer} plain @returns {Answer} */
export const keptBytes = (plain) => ({
  etag: createHash('sha256').update(plain).digest('base64url').slice(0, 20),
  bodies: new Map([['identity', Promise.resolve(plain)]]),
});

/**
 * @param {Answer} of
 * @param {string} type
 * @param {import('express').Request} request
 * @param {import('express').Response} response whose status may have been set
 */
export async function sendKept(of, type, request, response) {
  const coding = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
  const etag = `"${of.etag}-${coding}"`;
  response.set({ 'Content-Type': type, ETag: etag, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' });
  if (response.statusCode === 200 && request.headers['if-none-match'] === etag) {
    response.status(304).end();
    return;
  }
  if (coding !== 'identity') response.set('Content-Encoding', coding);
  response.send(await bodyOf(of, coding));
}

/** @param {Answer} of @param {string} coding @returns {Promise<Buffer>} */
function bodyOf({ bodies }, coding) {
  const known = bodies.get(coding);
  if (known) return known;
  const plain = /** @type {Promise<Buffer>} */ (bodies.get('identity'));
  const made = plain.then((bytes) =>
    coding === 'br' ? compressors.br(bytes, brotliOptions(bytes)) : compressors.gzip(bytes),
  );
  bodies.set(coding, made);
  return made;
}
