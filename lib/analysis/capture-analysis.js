import { CaptureDecoder } from './capture-decoder.js';
import { SegmentAnalysis } from './segment-analysis.js';

/** @typedef {ConstructorParameters<typeof SegmentAnalysis>[0]} SegmentOptions */

/**
 * Joins the rooms: bytes of a capture are pushed in, tables can be read at any moment. One object for each capture, for
 * a file, an upload in progress, standard input or a live interface alike.
 */
export class CaptureAnalysis extends SegmentAnalysis {
  #options;

  /**
   * @param {Omit<SegmentOptions, 'front'> & Partial<Pick<SegmentOptions, 'front'>>} [options] of `SegmentAnalysis`; it
   *   reads its own bytes
   *   where there is no `front`
   */
  constructor({ front = (parts) => new CaptureDecoder(parts), ...options } = {}) {
    super({ ...options, front });
    this.#options = options;
  }

  /**
   * For another reading of the same capture, with the same settings and secrets.
   * @param {import('../protocols/bodies/collector.js').BodyTaker} body
   */
  again(body) {
    const { ciphers, reassembly } = this.#options;
    return new CaptureAnalysis({ ciphers, keyLog: this.keyLog, reassembly, body });
  }
}
