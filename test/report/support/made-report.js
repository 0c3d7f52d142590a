import { writeFileSync } from 'node:fs';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { DecodeAs } from '../../../lib/protocols/decode-as.js';
import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { readReport, reportData } from '../../../lib/report/report-data.js';
import { restoredAnalysis } from '../../../lib/report/restored-analysis.js';

/** @typedef {import('../../../lib/shared/hostlog/host-log.js').HostLog} HostLog */

/**
 * @param {string} path of a capture
 * @param {{ keyLog?: string, numbers?: number[], flows?: number[], place?: string, notes?: any[], isRedacted?: boolean,
 *   keepsPaths?: boolean, decodeAs?: string[], hostLog?: HostLog }} [how] `flows`: indexes, `numbers`: of TCP
 */
export async function madeReport(
  path,
  { keyLog = '', numbers, flows, place = '', notes = [], decodeAs = [], hostLog, ...how } = {},
) {
  const secrets = new KeyLog();
  secrets.add(keyLog);
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog: secrets, decodeAs: DecodeAs.of(decodeAs) });
  await readCapture(path, analysis.ingest);
  if (hostLog !== undefined) analysis.ingest.hostLog = hostLog;
  const { head, data } = await reportData({
    ingest: analysis.ingest,
    read: (target) => readCapture(path, target),
    flows: flows ?? numbers?.map((number) => analysis.connections.indexOf(number)) ?? null,
    head: {
      program: '',
      name: 'secret.pcap',
      sizeBytes: 1,
      createdEpoch: 0,
      decodeAs,
      notes,
      place,
      isRedacted: false,
      ...how,
    },
  });
  const state = await readReport(/** @type {Uint8Array<ArrayBuffer>} */ (data));
  return { analysis, head, data, state, restored: () => restoredAnalysis(state, nodeCiphers) };
}

/** @param {string} path @param {Uint8Array} bytes @returns {string} the path */
export function written(path, bytes) {
  writeFileSync(path, bytes);
  return path;
}

/** A text, and what it may be an encoding of. @param {string} text */
const textsOf = (text) => [
  text,
  ...(/^[\w+/=-]{8,}$/.test(text) ? [Buffer.from(text, 'base64').toString('latin1')] : []),
  ...(/^(?:[\da-f]{2}){4,}$/i.test(text) ? [Buffer.from(text, 'hex').toString('latin1')] : []),
];

/** @param {{ head: object, state: object }} report @returns {string} all of it, as bytes and as text */
export function contentOf({ head, state }) {
  const parts = [JSON.stringify(head)];
  const walk = (/** @type {any} */ value) => {
    if (ArrayBuffer.isView(value)) {
      parts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'));
    } else if (value instanceof Map) walk([...value]);
    else if (typeof value === 'object' && value !== null) walk2(value);
    else parts.push(...textsOf(String(value)));
  };
  const walk2 = (/** @type {object} */ value) => {
    for (const [name, one] of Object.entries(value)) {
      parts.push(name);
      walk(one);
    }
  };
  walk(state);
  return parts.join('\n');
}

/** An IPv4 address as text, and as it lies in headers and in words of either order. @param {string} address */
export function formsOf(address) {
  const bytes = Buffer.from(address.split('.').map(Number));
  return [address, bytes.toString('latin1'), Buffer.from(bytes).reverse().toString('latin1')];
}
