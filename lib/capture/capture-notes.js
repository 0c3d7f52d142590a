import {
  MAX_COMMENTS,
  MAX_NAMES,
  MAX_SECRETS,
  MAX_SECRETS_BYTES,
  MAX_TEXT_BYTES,
  MAX_WARNINGS_PER_CODE,
} from './limits.js';

/**
 * @typedef {{ code: string, message: string, offset: number }} CaptureWarning offset in bytes of the uncompressed
 *   stream
 * @typedef {{ address: Uint8Array, name: string }} ResolvedName address of 4 or 16 bytes
 * @typedef {{ frame: number|null, text: string }} CaptureComment of a frame, or of a section or interface
 */

const decoder = new TextDecoder();

/**
 * Captured text, cut to what is kept.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function textOf(bytes, start, end) {
  return decoder.decode(bytes.slice(start, Math.min(end, start + MAX_TEXT_BYTES)));
}

/** What a capture says beside its packets, each list bounded. */
export class CaptureNotes {
  constructor() {
    /** @type {CaptureWarning[]} */
    this.warnings = [];
    /** @type {Uint8Array[]} */
    this.secrets = [];
    /** @type {ResolvedName[]} */
    this.names = [];
    /** @type {CaptureComment[]} */
    this.comments = [];
    this.secretsBytes = 0;
    /** Warnings met so far, by code. @type {Map<string, { count: number, lastOffset: number }>} */
    this.met = new Map();
  }

  /**
   * @param {string} code
   * @param {string} message
   * @param {number} offset
   */
  warn(code, message, offset) {
    const met = this.met.get(code) ?? { count: 0, lastOffset: offset };
    met.count++;
    met.lastOffset = offset;
    this.met.set(code, met);
    if (met.count <= MAX_WARNINGS_PER_CODE) this.warnings.push({ code, message, offset });
  }

  /** Adds a line for each kind of warning that was met more often than kept. */
  summariseWarnings() {
    for (const [code, { count, lastOffset }] of this.met) {
      if (count <= MAX_WARNINGS_PER_CODE) continue;
      const more = count - MAX_WARNINGS_PER_CODE;
      this.warnings.push({
        code,
        message: `There are ${more} more of this kind, the last at byte ${lastOffset}.`,
        offset: lastOffset,
      });
    }
    this.met.clear();
  }

  /** @param {Uint8Array} bytes TLS key log lines; copied */
  addSecrets(bytes) {
    if (this.secrets.length === MAX_SECRETS || this.secretsBytes + bytes.length > MAX_SECRETS_BYTES) return;
    this.secretsBytes += bytes.length;
    this.secrets.push(bytes.slice());
  }

  /**
   * @param {Uint8Array} address copied
   * @param {string} name
   */
  addName(address, name) {
    if (this.names.length < MAX_NAMES) this.names.push({ address: address.slice(), name });
  }

  /**
   * @param {number|null} frame
   * @param {string} text
   */
  addComment(frame, text) {
    if (this.comments.length < MAX_COMMENTS) this.comments.push({ frame, text });
  }
}
