/** Names of addresses, as far as the capture says them: nobody else is asked. */
import { addressAt, namesInAnswer } from './dns-message.js';
import { isHostName } from './host-name.js';
import { MAX_NAMED_ADDRESSES, MAX_NAMES_PER_ADDRESS } from './limits.js';

/**
 * Who says a name: a TLS client that asked for that server, a request, a DNS answer, a record of the capture file.
 * @typedef {'sni'|'host'|'dns'|'capture'} NameSource
 * @typedef {{ name: string, from: NameSource }} Name
 * @typedef {Name & { firstNs: number, lastNs: number }} HeardName when it was first and last heard
 */

export class AddressNames {
  /** The names of each address, the one heard last at the end. @type {Map<string, HeardName[]>} */
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
   * What the capture file itself says; those that were taken before are left out.
   * @param {import('../capture/capture-notes.js').ResolvedName[]} records
   */
  addRecords(records) {
    for (; this.#recordsTaken < records.length; this.#recordsTaken++) {
      const { address, name } = records[this.#recordsTaken];
      this.add(addressAt(address, 0, address.length), name, 'capture', -Infinity);
    }
  }

  /**
   * Of several names one that had been said by then; of these the one that was said last.
   * @param {string} address @param {number} timeNs
   * @returns {Name|null}
   */
  at(address, timeNs) {
    const heard = this.#names.get(address);
    const best = heard?.findLast(({ firstNs }) => firstNs <= timeNs) ?? heard?.[0];
    return best === undefined ? null : { name: best.name, from: best.from };
  }
}
