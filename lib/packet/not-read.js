import { linkTypeName } from './link/link-type-names.js';
import { STOPPED_AT } from './next-layer.js';
import { NO_NUMBER } from './packet.js';

/**
 * @typedef {object} NotReadLayer packets that were not followed down to TCP, though it may lie in them
 * @property {string} layer at which reading stopped
 * @property {number} packets
 */

/** Layers counted each by itself; further ones are counted together. */
export const MAX_NOT_READ_LAYERS = 64;
/** Stands for the number of a header that the snap length cut. */
const CUT = -2;
const OTHERS = 'other layers';
/** Of these the number is written as a decimal, as their registries have it. @type {Set<string>} */
const DECIMAL = new Set([STOPPED_AT.IP_PROTOCOL, STOPPED_AT.LINK_TYPE]);

/**
 * Counts packets by what stopped their reading: a kind of number and the number. Nothing is allocated for a packet,
 * only for a layer that is met for the first time.
 */
export class NotRead {
  /** @type {Map<string, Map<number, number>>} */
  #counts = new Map();
  #layers = 0;

  /** @param {string} what @param {number} [number] */
  add(what, number = NO_NUMBER) {
    const numbers = this.#counts.get(what);
    const packets = numbers?.get(number);
    if (numbers !== undefined && packets !== undefined) numbers.set(number, packets + 1);
    else if (this.#layers < MAX_NOT_READ_LAYERS || what === OTHERS) this.#addLayer(what, number);
    else this.add(OTHERS);
  }

  /** @param {string} layer whose header the snap length cut */
  addCut(layer) {
    this.add(layer, CUT);
  }

  /** @param {string} what @param {number} number */
  #addLayer(what, number) {
    this.#layers++;
    const numbers = this.#counts.get(what) ?? new Map();
    this.#counts.set(what, numbers.set(number, 1));
  }

  /** @returns {NotReadLayer[]} */
  get layers() {
    return [...this.#counts].flatMap(([what, numbers]) =>
      [...numbers].map(([number, packets]) => ({ layer: layerText(what, number), packets })),
    );
  }
}

/** @param {string} what @param {number} number @returns {string} */
function layerText(what, number) {
  if (number === NO_NUMBER) return what;
  if (number === CUT) return `${what} header, cut by the snap length`;
  return `${what} ${DECIMAL.has(what) ? number : `0x${number.toString(16).padStart(4, '0')}`}`;
}

/**
 * All that a decoder did not follow down to TCP, most packets first. Not counted, since it is no failure: protocols
 * that never carry TCP, and UDP other than tunnels.
 *
 * @param {Pick<import('./decoder.js').PacketDecoder,
 *   'notRead'|'undecodedLinkTypes'|'sealed'|'tooDeep'|'headersCut'|'fragments'>} decoder
 * @returns {NotReadLayer[]}
 */
export function layersNotRead({ notRead, undecodedLinkTypes, sealed, tooDeep, headersCut, fragments }) {
  const layers = [
    ...notRead.layers,
    ...Array.from(undecodedLinkTypes, ([linkType, packets]) => ({ layer: linkTypeText(linkType), packets })),
    { layer: 'Wi-Fi encryption', packets: sealed.wifi },
    { layer: 'IPsec ESP', packets: sealed.esp },
    { layer: 'MACsec encryption', packets: sealed.macsec },
    { layer: 'CAPWAP DTLS', packets: sealed.capwap },
    { layer: 'headers nested too deep', packets: tooDeep },
    { layer: 'TCP header, cut by the snap length', packets: headersCut },
    { layer: 'unusable IP fragments', packets: fragments.unusable },
  ];
  return layers.filter(({ packets }) => packets > 0).sort((a, b) => b.packets - a.packets);
}

/** @param {number} linkType −1 for those beyond the decoder's limit */
function linkTypeText(linkType) {
  if (linkType < 0) return 'other link types';
  const name = linkTypeName(linkType);
  return name === '' ? `link type ${linkType}` : `link type ${linkType} (${name})`;
}
