import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = '/sys/class/net';
/** Hosts of containers have thousands. */
export const MAX_COUNTED_INTERFACES = 64;

/** @typedef {{ name: string, receivedBytes: number, sentBytes: number }} InterfaceTraffic since the system began */

/**
 * What the system counts of each interface, without capturing anything.
 * @param {string} [folder] of sysfs
 * @returns {Promise<InterfaceTraffic[]>} none where it is not Linux
 */
export async function interfaceTraffic(folder = FOLDER) {
  const names = await readdir(folder).catch(() => []);
  const counted = await Promise.all(
    names.slice(0, MAX_COUNTED_INTERFACES).map(async (name) => {
      const read = async (/** @type {string} */ what) =>
        Number(await readFile(join(folder, name, 'statistics', what), 'utf8'));
      // An interface may be gone by now.
      return Promise.all([read('rx_bytes'), read('tx_bytes')])
        .then(([receivedBytes, sentBytes]) => ({ name, receivedBytes, sentBytes }))
        .catch(() => null);
    }),
  );
  return counted.filter((one) => one !== null);
}
