/**
 * Reads the lists of interfaces that the tools print.
 *
 * @typedef {object} ListedInterface
 * @property {string} name
 * @property {string} description
 * @property {boolean|null} loopback null: the list does not say
 * @property {boolean|null} up null: the list does not say
 */

/** Sources of libpcap that carry no IP traffic. */
const NOT_NETWORK = /^(bluetooth|dbus-|usbmon|nfqueue|rdma|ciscodump|randpkt|sshdump|udpdump|sdjournal)/;

/**
 * `dumpcap -D -M`: `1. lo⇥vendor⇥friendly name⇥type⇥addresses⇥loopback⇥`.
 * @param {string} text
 * @returns {ListedInterface[]}
 */
export function readDumpcapList(text) {
  return rows(text)
    .map((row) => {
      const [name, vendor = '', friendly = '', , , kind] = row.split('\t');
      return { name, description: friendly || vendor, loopback: kind === 'loopback', up: null };
    })
    .filter(isNetwork);
}

/**
 * `tcpdump -D`: `3.lo (description) [Up, Running, Loopback]`.
 * @param {string} text
 * @returns {ListedInterface[]}
 */
export function readTcpdumpList(text) {
  return rows(text)
    .map((row) => {
      const parts = /^(\S+)(?: \((.*)\))?(?: \[([^\]]*)\])?$/.exec(row);
      if (!parts) return { name: row, description: '', loopback: null, up: null };
      const [, name, description = '', states] = parts;
      if (states === undefined) return { name, description, loopback: null, up: null };
      const words = states.split(', ');
      return { name, description, loopback: words.includes('Loopback'), up: words.includes('Up') };
    })
    .filter(isNetwork);
}

/** @param {string} text */
function rows(text) {
  return text.split(/\r?\n/).flatMap((line) => /^\d+\. ?(.+)$/.exec(line)?.slice(1) ?? []);
}

/** @param {ListedInterface} listed */
function isNetwork({ name }) {
  return !NOT_NETWORK.test(name);
}
