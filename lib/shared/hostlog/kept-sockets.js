/** Sockets of a record as a report keeps them: numbers in typed arrays. */
import { emptyColumns } from './socket-table.js';

/** @typedef {import('./socket-table.js').SocketTable} SocketTable */
/** @typedef {import('./socket-table.js').RecordedSocket} RecordedSocket */
/** @typedef {Exclude<keyof import('./socket-table.js').SocketColumns, 'epochNs' | 'isAppLimited'>} NumberColumn */

/**
 * @typedef {Omit<RecordedSocket, 'samples'> & { firstEpochNs: bigint, sinceFirstNs: Float64Array, isAppLimited:
 *   Uint8Array, numbers: Record<NumberColumn, Float64Array> }} KeptSocket
 */

/** Columns of samples that are numbers. */
export const SOCKET_NUMBERS = /** @type {NumberColumn[]} */ (
  Object.keys(emptyColumns()).filter((name) => name !== 'epochNs' && name !== 'isAppLimited')
);

/** @param {RecordedSocket} socket @returns {KeptSocket} */
export function keptSocket({ samples, ...facts }) {
  const { epochNs, isAppLimited } = samples;
  const columns = SOCKET_NUMBERS.map((name) => [name, Float64Array.from(samples[name])]);
  return {
    ...facts,
    firstEpochNs: epochNs[0],
    sinceFirstNs: Float64Array.from(epochNs, (ns) => Number(ns - epochNs[0])),
    isAppLimited: Uint8Array.from(isAppLimited, Number),
    numbers: Object.fromEntries(columns),
  };
}

/** @param {SocketTable} table that takes it @param {KeptSocket} kept */
export function restoreSocket(table, { local, peer, firstEpochNs, sinceFirstNs, isAppLimited, numbers, ...facts }) {
  for (let i = 0; i < sinceFirstNs.length; i++) {
    const sample = Object.fromEntries(SOCKET_NUMBERS.map((name) => [name, numbers[name][i]]));
    const epochNs = firstEpochNs + BigInt(Math.round(sinceFirstNs[i]));
    table.add(local, peer, { ...sample, epochNs, isAppLimited: isAppLimited[i] === 1 }, facts);
  }
}
