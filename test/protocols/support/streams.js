/** Random HTTP/1.1 conversations with what they should be read as. */

/** A small seeded generator (mulberry32). @param {number} seed @returns {() => number} 0 to 1 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {() => number} next @param {number} below */
const upTo = (next, below) => Math.floor(next() * below);

/** @param {() => number} next @param {number} length @returns {string} any bytes */
function bodyOf(next, length) {
  let text = '';
  for (let i = 0; i < length; i++) text += String.fromCharCode(upTo(next, 256));
  return text;
}

/** @param {() => number} next @param {string} body @returns {string} the body in chunks */
function chunked(next, body) {
  let text = '';
  for (let i = 0; i < body.length;) {
    const size = 1 + upTo(next, 40);
    const chunk = body.slice(i, i + size);
    text += `${chunk.length.toString(16)}${next() < 0.2 ? ';ext="a"' : ''}\r\n${chunk}\r\n`;
    i += size;
  }
  return `${text}0\r\n${next() < 0.3 ? 'X-Trailer: yes\r\n' : ''}\r\n`;
}

/** @param {() => number} next @param {string} startLine @param {boolean} mayHaveBody @param {boolean} sendsBody */
function message(next, startLine, mayHaveBody, sendsBody) {
  const body = mayHaveBody && next() < 0.7 ? bodyOf(next, upTo(next, 120)) : '';
  const inChunks = mayHaveBody && next() < 0.4;
  const filler = next() < 0.5 ? `X-Filler: ${'f'.repeat(upTo(next, 60))}\r\n` : '';
  const framing = inChunks ? 'Transfer-Encoding: chunked\r\n' : `Content-Length: ${body.length}\r\n`;
  const head = `${startLine}\r\nHost: example.org\r\n${filler}${mayHaveBody ? framing : ''}\r\n`;
  if (!sendsBody) return { text: head, body: '' };
  return { text: head + (inChunks ? chunked(next, body) : body), body };
}

/**
 * @param {number} seed
 * @returns {{ requests: { text: string, body: string, method: string }[], responses: { text: string, body: string,
 *   status: number }[] }}
 *   as many of each
 */
export function exchange(seed) {
  const next = random(seed);
  const requests = [];
  const responses = [];
  for (let i = 1 + upTo(next, 6); i > 0; i--) {
    const method = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'][upTo(next, 5)];
    const status = [200, 200, 204, 304, 404][upTo(next, 5)];
    const hasBody = status !== 204 && status !== 304;
    requests.push({
      ...message(next, `${method} /path/${i} HTTP/1.1`, method === 'POST' || method === 'PUT', true),
      method,
    });
    responses.push({ ...message(next, `HTTP/1.1 ${status} Reason`, hasBody, hasBody && method !== 'HEAD'), status });
  }
  return { requests, responses };
}

/** @param {{ text: string }[]} messages */
export const textOf = (messages) => messages.map(({ text }) => text).join('');
