/** Warnings about a capture as a whole, beside the damage that its reader meets. */
import { MAX_LAYERS } from '../packet/decoder.js';
import { linkTypeName } from '../packet/link/link-type-names.js';
import { MAX_ICMP_ERRORS } from '../packet/network/icmp.js';
import { MAX_SCOPES } from '../packet/scopes.js';
import { counted } from '../shared/text/quantities.js';

/** @typedef {{ code: string, message: string, offset: number|null }} Warning */

/** Follows the clock of a capture: its latest time, and where it runs backwards. */
export class CaptureClock {
  /** Latest time of any frame, ns since the first. */
  latestNs = 0;
  #previousNs = -Infinity;
  #backwards = 0;
  #firstFrame = 0;
  #firstOffset = 0;

  /** @param {import('../capture/frame-batch.js').FrameBatch} batch */
  follow(batch) {
    const { timeNs, count } = batch;
    let latest = this.latestNs;
    let previous = this.#previousNs;
    for (let i = 0; i < count; i++) {
      const time = timeNs[i];
      if (time < previous) this.#stepBack(batch, i);
      else if (time > latest) latest = time;
      previous = time;
    }
    this.latestNs = latest;
    this.#previousNs = previous;
  }

  #stepBack(/** @type {import('../capture/frame-batch.js').FrameBatch} */ batch, /** @type {number} */ i) {
    if (this.#backwards++ > 0) return;
    this.#firstFrame = batch.firstFrame + i;
    this.#firstOffset = batch.fileOffset[i];
  }

  /** Time of the last frame in the file, ns since the first; 0 before one. */
  get lastNs() {
    return Number.isFinite(this.#previousNs) ? this.#previousNs : 0;
  }

  /** @returns {Warning[]} none or one */
  get warnings() {
    if (this.#backwards === 0) return [];
    const how =
      this.#backwards === 1
        ? `at frame ${this.#firstFrame}`
        : `at ${this.#backwards} frames, first at frame ${this.#firstFrame}`;
    return [
      {
        code: 'time_backwards',
        offset: this.#firstOffset,
        message:
          `Time runs backwards ${how}: times near there, and RTTs, may be wrong. ` +
          'Sort the capture with reordercap if its packets are out of order.',
      },
    ];
  }
}

/**
 * What could not be decoded, a sentence for each kind.
 * @param {Pick<import('../packet/decoder.js').PacketDecoder,
 *   'undecodedLinkTypes'|'sealed'|'tooDeep'|'headersCut'|'fragments'|'scopes'|'icmpErrorsLeft'>} decoder
 * @returns {Warning[]}
 */
export function decoderWarnings(decoder) {
  const { undecodedLinkTypes, sealed, tooDeep, headersCut, fragments, scopes, icmpErrorsLeft } = decoder;
  /** @type {[count: number, code: string, message: string][]} */
  const kinds = [
    ...Array.from(undecodedLinkTypes, ([linkType, count]) =>
      kind(
        count,
        'link_type',
        `${linkType < 0 ? 'Some link types are' : `${linkTypeOf(linkType)} is`} not read: ` +
          `TCP inside ${counted(count, 'packet')} is not shown.`,
      ),
    ),
    ...SEALED.map(([by, what]) =>
      kind(
        sealed[by],
        'encrypted_below_tcp',
        `Encrypted by ${what}: TCP inside ${counted(sealed[by], 'packet')} is not shown.`,
      ),
    ),
    kind(
      tooDeep,
      'nested_too_deep',
      `Headers are nested more than ${MAX_LAYERS} deep in ${counted(tooDeep, 'packet')}: ` +
        'deeper headers are not shown.',
    ),
    kind(
      headersCut,
      'tcp_headers_cut',
      `The capture's snap length cut ${counted(headersCut, 'packet')} within the TCP header: they are not shown. ` +
        'A snap length of 160 bytes keeps the headers of nearly all packets.',
    ),
    kind(
      fragments.dropped,
      'fragments_dropped',
      `Fragments of ${counted(fragments.dropped, 'IP datagram')} were not all captured in time: ` +
        'their content is not shown.',
    ),
    kind(
      fragments.unusable,
      'fragments_unusable',
      `Skipped ${counted(fragments.unusable, 'IP fragment')}, truncated or contradicting others. ` +
        'If they are truncated, capture whole packets (snap length 0).',
    ),
    kind(
      icmpErrorsLeft,
      'too_many_icmp_errors',
      `More than ${MAX_ICMP_ERRORS} ICMP errors about TCP: ${icmpErrorsLeft} more are not shown.`,
    ),
    kind(
      scopes.overflowed,
      'too_many_scopes',
      `More than ${MAX_SCOPES} VLANs and tunnels: ${counted(scopes.overflowed, 'packet')} of further ones ` +
        'may be shown in other connections.',
    ),
  ];
  return kinds.filter(([count]) => count > 0).map(([, code, message]) => ({ code, message, offset: null }));
}

/** @param {number} count packets @param {string} code @param {string} message @returns {[number, string, string]} */
const kind = (count, code, message) => [count, code, message];

const SEALED = /** @type {const} */ ([
  ['wifi', 'the Wi-Fi network (WEP or WPA)'],
  ['esp', 'IPsec (ESP)'],
  ['macsec', 'MACsec'],
  ['capwap', 'CAPWAP (DTLS)'],
]);

/** @param {number} linkType */
function linkTypeOf(linkType) {
  const name = linkTypeName(linkType);
  return name === '' ? `Link type ${linkType}` : `Link type ${linkType} (${name})`;
}
