/** Words that occur once, to be searched for: of which protocol each is, and a capture with all of them. */
import { Conversation } from '../../support/packets/conversation.js';
import { ACK, FIN, merge, pcap, PSH, SYN } from '../../support/packets/packets.js';
import { CANARY_INPUTS } from './canary-inputs.js';

const LETTERS = 26;
const FIRST_PORT = 20_000;
const SEGMENT_BYTES = 1400;
/** These are not chosen for a connection: one follows an Upgrade, the other has two formats under one name. */
const FOUND_ONLY = new Set(['websocket', 'webmux']);

/** Seven letters; the first five differ, in case that a field is cut. @param {number} number */
const word = (number) =>
  `zq${[0, 1, 2, 3].map((digit) => String.fromCharCode(97 + (Math.floor(number / LETTERS ** digit) % LETTERS))).join('')}k`;
export const CUT_CHARACTERS = 5;

export class Canaries {
  /** The protocol of each. @type {Map<string, string>} */
  protocols = new Map();

  /** @param {string} protocol @returns {(prefix?: string) => string} */
  of(protocol) {
    return (prefix = '') => {
      const canary = word(this.protocols.size);
      this.protocols.set(canary, protocol);
      return prefix + canary;
    };
  }

  /** @param {string} content @returns {string[]} those that are in it, with their protocols */
  foundIn(content) {
    const lower = content.toLowerCase();
    return [...this.protocols]
      .filter(([canary]) => lower.includes(canary.slice(0, CUT_CHARACTERS)))
      .map(([canary, protocol]) => `${protocol}: ${canary}`);
  }
}

/**
 * A connection for each conversation, its server's port from FIRST_PORT on.
 * @param {'client'|'server'|null} missing whose packets were not captured
 */
export function canaryCapture(missing) {
  const canaries = new Canaries();
  /** Each protocol's name, and what would have its connections read as it. @type {{ name: string, rule: string }[]} */
  const connections = [];
  const packets = CANARY_INPUTS.flatMap(([name, input]) =>
    input(canaries.of(name)).map((said) => {
      const port = FIRST_PORT + connections.length;
      connections.push({ name, rule: FOUND_ONLY.has(name) ? '' : `tcp.port == ${port},${name}` });
      return talk(said, port, missing);
    }),
  );
  const rules = connections.map(({ rule }) => rule).filter(Boolean);
  return { capture: pcap(merge(...packets)), canaries, connections, rules };
}

/** @param {import('./canary-inputs.js').Said} said @param {number} port @param {'client'|'server'|null} missing */
function talk(said, port, missing) {
  const conversation = new Conversation({
    client: `172.29.211.143:${port + 10_000}`,
    server: `172.23.157.201:${port}`,
  });
  const send = (
    /** @type {0|1} */ endpoint,
    /** @type {import('../../support/packets/conversation.js').Sending} */ what,
  ) => {
    const side = endpoint === 0 ? 'client' : 'server';
    conversation.send(side, { ...what, uncaptured: side === missing });
  };
  send(0, { flags: SYN });
  send(1, { flags: SYN | ACK });
  send(0, { flags: ACK });
  for (const [endpoint, text] of said) {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    for (let at = 0; at < bytes.length; at += SEGMENT_BYTES) {
      send(endpoint, { flags: ACK | PSH, payload: bytes.slice(at, at + SEGMENT_BYTES), afterNs: 1e6 });
    }
  }
  send(0, { flags: ACK | FIN });
  send(1, { flags: ACK | FIN });
  return conversation.packets;
}
