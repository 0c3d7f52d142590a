import { StringDecoder } from 'node:string_decoder';

/** Longest line of a log; longer ones are cut. */
export const MAX_LINE_CHARS = 65_536;

/**
 * Lines of a text in UTF-8 that comes in chunks, without their ends; each cut at `MAX_LINE_CHARS`.
 * @param {AsyncIterable<Uint8Array>} chunks
 * @returns {AsyncGenerator<string>}
 */
export async function* linesOf(chunks) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))).split('\n');
    rest = String(lines.pop()).slice(0, MAX_LINE_CHARS);
    for (const line of lines) yield line.slice(0, MAX_LINE_CHARS);
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}
