/** Requests as clients make them: whole, broken off, or read slowly. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const agent = new Agent({ keepAlive: false });
const SLOW_PAUSES = 20;
const SLOW_PAUSE_MS = 250;
const SLOW_STEP_BYTES = 4096;
const SHOWN_BYTES = 500;
const TIMEOUT_MS = 120_000;

/**
 * @typedef {object} Manner
 * @property {string} [method]
 * @property {Uint8Array|string} [body]
 * @property {Record<string, string>} [headers]
 * @property {'whole'|'slowly'|'broken off'} [reading]
 * @property {number} [sendShare] of the body that is sent before the client breaks off
 */

/**
 * @param {string} address
 * @param {string} path
 * @param {Manner} [manner]
 * @returns {Promise<{ status: number, text: string }|null>} null: broken off by the client
 */
export async function ask(
  address,
  path,
  { method = 'GET', body, headers = {}, reading = 'whole', sendShare = 1 } = {},
) {
  const sent = request(new URL(path, address), { method, headers, agent, timeout: TIMEOUT_MS });
  sent.on('timeout', () => sent.destroy(new Error(`no answer for ${TIMEOUT_MS / 1000} s`)));
  if (body !== undefined && sendShare < 1) return breakOff(sent, body, sendShare);
  const answer = await new Promise((resolve, reject) => sent.on('response', resolve).on('error', reject).end(body));
  if (reading === 'whole' || (answer.statusCode ?? 0) >= 400) {
    return { status: answer.statusCode ?? 0, text: await beginning(answer) };
  }
  if (reading === 'slowly') await readSlowly(answer);
  answer.destroy();
  return null;
}

/**
 * @param {import('node:http').ClientRequest} sent
 * @param {Uint8Array|string} body
 * @param {number} share
 * @returns {Promise<null>}
 */
async function breakOff(sent, body, share) {
  sent.on('error', () => undefined).on('response', (answer) => answer.resume());
  sent.setHeader('Content-Length', body.length);
  sent.write(body.slice(0, Math.max(1, Math.floor(share * body.length))));
  await wait(100 * share);
  sent.destroy();
  return null;
}

/**
 * @param {import('node:http').IncomingMessage} answer
 * @returns {Promise<string>} read to its end, of which little is kept
 */
async function beginning(answer) {
  let text = '';
  for await (const chunk of answer) if (text.length < SHOWN_BYTES) text += chunk.toString('latin1', 0, SHOWN_BYTES);
  return text;
}

/** @param {import('node:http').IncomingMessage} answer */
async function readSlowly(answer) {
  answer.on('error', () => undefined);
  for (let i = 0; i < SLOW_PAUSES && !answer.readableEnded && !answer.destroyed; i++) {
    answer.read(SLOW_STEP_BYTES);
    await wait(SLOW_PAUSE_MS);
  }
}
