/** Names of addresses, from the capture alone. */
import { addressAt, namesInAnswer } from './dns-message.js';
import { isHostName } from './host-name.js';
import { MAX_NAMED_ADDRESSES, MAX_NAMES_PER_ADDRESS } from './limits.js';

/**
 * Origin of a name: a TLS client that asked for that server, a request, a DNS answer, a record of the capture file.
 * @typedef {'sni'|'host'|'dns'|'capture'} NameSource
 * @typedef {{ name: string, from: NameSource }} Name
 * @typedef {Name & { firstNs: number, lastNs: number }} HeardName when it was first and last seen
 */

export class AddressNames {
  /** The names of each address, the one seen last at the end. @type {Map<string, HeardName[]>} */
  #names = new Map();
  #recordsTaken = 0;

  /** All of it, for a report. */
  get kept() {
    return this.#names;
  }

  /** @param {AddressNames['kept']} kept */
  restore(kept) {
    this.#names = kept;
  }

  /** Whether any address has a name. */
  get isEmpty() {
    return this.#names.size === 0;
  }

  /** @param {string} address @param {string} name @param {NameSource} from @param {number} timeNs */
  add(address, name, from, timeNs) {
    if (!isHostName(name)) return;
    const known = this.#names.get(address);
    if (known === undefined) {
      if (this.#names.size < MAX_NAMED_ADDRESSES) {
        this.#names.set(address, [{ name, from, firstNs: timeNs, lastNs: timeNs }]);
      }
      return;
    }
    const place = known.findIndex((heard) => heard.name === name && heard.from === from);
    const heard = place < 0 ? { name, from, firstNs: timeNs, lastNs: timeNs } : known.splice(place, 1)[0];
    heard.lastNs = timeNs;
    if (known.length >= MAX_NAMES_PER_ADDRESS) known.shift();
    known.push(heard);
  }

  /**
   * A DNS message of any kind.
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {number} timeNs
   */
  addAnswer(bytes, start, end, timeNs) {
    for (const { address, name } of namesInAnswer(bytes, start, end)) this.add(address, name, 'dns', timeNs);
  }

  /**
   * Names from the capture file itself; those already added are skipped.
   * @param {import('../capture/capture-notes.js').ResolvedName[]} records
   */
  addRecords(records) {
    for (; this.#recordsTaken < records.length; this.#recordsTaken++) {
      const { address, name } = records[this.#recordsTaken];
      this.add(addressAt(address, 0, address.length), name, 'capture', -Infinity);
    }
  }

  /**
   * Of several names the latest one known at that time.
   * @param {string} address @param {number} timeNs
   * @returns {Name|null}
   */
  at(address, timeNs) {
    const heard = this.#names.get(address);
    const best = heard?.findLast(({ firstNs }) => firstNs <= timeNs) ?? heard?.[0];
    return best === undefined ? null : { name: best.name, from: best.from };
  }
}
