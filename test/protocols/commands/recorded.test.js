/** What clients of real servers logged (fixtures/programs) is what their captures show. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { FIRST_FAILURE } from '../../../lib/shared/message-outcome.js';

const FOLDER = fileURLToPath(new URL('../../../fixtures/programs/', import.meta.url));
const RECORDED = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.pcap'))
  .map((name) => name.slice(0, -'.pcap'.length));

/** @typedef {import('../../../lib/protocols/describe-message.js').Message} Message */
/** @typedef {[method: string, target: string, outcome: string|null, isFailed: boolean]} Logged */

/**
 * What libraries say by themselves, and did not log; of pg8000 the parts of an execution that went well.
 * @type {Readonly<Record<string, RegExp>>}
 */
const UNLOGGED = {
  redis: /^CLIENT SETINFO/,
  mysql: /^COM_QUERY (?:SET NAMES|SET @@session|START TRANSACTION)/,
  mongodb: /^ismaster /,
  amqp: /^(?:AMQP|connection\.|channel\.)/,
  nfs: /^(?!COMPOUND .*(?:OPEN |READ |WRITE ))/,
  smb: /^Negotiate/,
  clickhouse: /^Ping/,
  cassandra: /^(?:OPTIONS|STARTUP|REGISTER) |^QUERY SELECT .* FROM system/,
  nats: /^(?:CONNECT|PING|SUB|PUB _INBOX)/,
  postgresql: /^(?:(?:Parse|Describe|Bind) .*|Sync )OK$|^Execute .*null$/,
};
/** What is HTTP for the capture: its status, and the error that the service names. */
const SPOKEN = /** @type {Readonly<Record<string, string>>} */ ({ elasticsearch: 'http/1.1', s3: 'http/1.1' });
/** Whose client logs error codes, of answers that have one at their beginning, and not what it asks about. */
const NUMBERED = new Set(['kafka']);

/** @param {string} name */
function commandsOf(name) {
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers });
  analysis.ingest.push(readFileSync(`${FOLDER}${name}.pcap`));
  analysis.ingest.end();
  const messages = [...analysis.messages.inOrder()];
  const spoken = SPOKEN[name] ?? name.replace(/-compressed$/, '');
  expect(messages.every(({ protocol, complete }) => protocol === spoken && complete)).toBe(true);
  const byIndex = new Map(messages.map((message) => [message.index, message]));
  return messages
    .filter(({ kind }) => kind === 'request')
    .map((request) => loggedOf(request, byIndex.get(request.pair ?? -1), NUMBERED.has(name)))
    .filter(([method, target, outcome]) => !UNLOGGED[spoken]?.test(`${method} ${target}${target && ' '}${outcome}`));
}

/** @param {Message} request @param {Message|undefined} answer @param {boolean} isNumbered @returns {Logged} */
function loggedOf({ method, target, oneWay }, answer, isNumbered) {
  const { outcome: named, status, failed } = answer ?? {};
  const outcome = oneWay ? null : (named ?? (isNumbered ? null : String(status ?? 'no answer')));
  const number = outcome === null ? null : String(status ?? 0);
  const isFailed = failed ?? (status !== undefined && !isNumbered && Number(status) >= FIRST_FAILURE);
  return [String(method), isNumbered ? '' : String(target), isNumbered ? number : outcome, isFailed];
}

/** @param {string} text */
const onOneLine = (text) => text.replace(/\s+/g, ' ');

test.each(RECORDED)("%s: the client's log", (name) => {
  /** @type {Logged[]} */
  const log = JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8'));
  const expected = log.map(([method, target, ...outcome]) => [method, onOneLine(target), ...outcome]);
  const found = commandsOf(name);
  // the capture may have what the client's log does not say
  const seen = NUMBERED.has(name)
    ? found.map((line, i) => (log[i]?.[2] === null ? [line[0], line[1], null, log[i][3]] : line))
    : found;
  expect(seen).toEqual(expected);
});
