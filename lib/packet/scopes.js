import { VLANS } from '../engine/enums.js';
import { scrambled } from '../shared/scrambled.js';

/** Combinations of VLANs and tunnels that are distinguished; packets of further ones keep the scope they had before. */
export const MAX_SCOPES = 1 << 16;

/** Kinds of tunnels, by the number in a scope's key. */
const TUNNEL_NAMES = [''];

/**
 * A number for a kind of tunnel, for the file that decodes it: `Scopes.enterTunnel` takes it.
 *
 * @param {string} name as shown
 * @returns {number}
 */
export const tunnelKind = (name) => TUNNEL_NAMES.push(name) - 1;

/** A tunnel's key: its kind above a network identifier of 24 bits. Kind 0 is a VLAN. */
const KIND_SHIFT = 24;

/**
 * @typedef {object} Scope
 * @property {number[]} vlans VLAN ids, outermost first
 * @property {string[]} tunnels tunnels, outermost first: the kind, with the network identifier where there is one
 *   ("vxlan 5")
 */

/**
 * Gives every combination of enclosing VLANs and tunnels a small number. The combinations form a tree, of which 0 is
 * the root: a scope is its parent's scope and the VLAN or tunnel entered last. Found by an open-addressing table: no
 * allocation for a packet, only for a scope seen for the first time.
 */
export class Scopes {
  #count = 1;
  #parents = new Int32Array(16);
  #keys = new Int32Array(16);
  #table = new Int32Array(64);
  #vlans;

  /**
   * @param {Int32Array} [vlans] filled for the engine's own lookups: by VLAN, the scope of a packet in that VLAN and
   *   nothing else; 0 while unknown
   */
  constructor(vlans = new Int32Array(VLANS)) {
    this.#vlans = vlans;
  }

  /** Slots probed without a match, for the tests that bound the length of searches. */
  detours = 0;

  /** Packets that would have needed a scope beyond the limit. */
  overflowed = 0;

  /** Scopes in use, 0 included. */
  get count() {
    return this.#count;
  }

  /** @param {number} parent @param {number} vlan @returns {number} */
  enterVlan(parent, vlan) {
    const scope = this.#enter(parent, vlan);
    if (parent === 0) this.#vlans[vlan] = scope;
    return scope;
  }

  /**
   * @param {number} parent
   * @param {number} kind of `tunnelKind`
   * @param {number} network the tunnel's network identifier, 24 bits, 0 for none
   * @returns {number}
   */
  enterTunnel(parent, kind, network) {
    return this.#enter(parent, (kind << KIND_SHIFT) | network);
  }

  /**
   * @param {number} id
   * @returns {Scope}
   */
  describe(id) {
    /** @type {Scope} */
    const scope = { vlans: [], tunnels: [] };
    for (let at = id; at > 0 && at < this.#count; at = this.#parents[at]) {
      const key = this.#keys[at];
      const kind = key >> KIND_SHIFT;
      const value = key & 0xffffff;
      if (kind === 0) scope.vlans.unshift(value);
      else scope.tunnels.unshift(value === 0 ? TUNNEL_NAMES[kind] : `${TUNNEL_NAMES[kind]} ${value}`);
    }
    return scope;
  }

  /** @param {number} parent @param {number} key @returns {number} */
  #enter(parent, key) {
    const mask = this.#table.length - 1;
    let slot = hash(parent, key) & mask;
    for (let id = this.#table[slot]; id !== 0; id = this.#table[slot]) {
      if (this.#keys[id] === key && this.#parents[id] === parent) return id;
      slot = (slot + 1) & mask;
      this.detours++;
    }
    return this.#add(parent, key, slot);
  }

  /** @param {number} parent @param {number} key @param {number} slot @returns {number} */
  #add(parent, key, slot) {
    if (this.#count === MAX_SCOPES) {
      this.overflowed++;
      return parent;
    }
    const id = this.#count++;
    if (id === this.#parents.length) this.#grow();
    this.#parents[id] = parent;
    this.#keys[id] = key;
    this.#table[slot] = id;
    if (this.#count * 4 > this.#table.length) this.#rehash();
    return id;
  }

  #grow() {
    const parents = new Int32Array(this.#parents.length * 2);
    const keys = new Int32Array(parents.length);
    parents.set(this.#parents);
    keys.set(this.#keys);
    this.#parents = parents;
    this.#keys = keys;
  }

  #rehash() {
    const table = new Int32Array(this.#table.length * 4);
    const mask = table.length - 1;
    for (let id = 1; id < this.#count; id++) {
      let slot = hash(this.#parents[id], this.#keys[id]) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id;
    }
    this.#table = table;
  }
}

/** @param {number} parent @param {number} key @returns {number} */
const hash = (parent, key) => scrambled((scrambled(parent) ^ key) >>> 0);
