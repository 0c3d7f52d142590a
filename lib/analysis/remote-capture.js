/** @typedef {import('./capture-decoder.js').CaptureFacts} CaptureFacts */

/** A proxy of a `CaptureDecoder` on another thread, or of the one that made a report. */
export class RemoteCapture {
  /** @type {CaptureFacts} */
  #facts = {
    reader: {
      format: null,
      frames: 0,
      packets: 0,
      bytesRead: 0,
      startEpochNs: null,
      interfaces: [],
      linkTypes: [],
      warnings: [],
      secrets: [],
      names: [],
      comments: [],
    },
    latestNs: 0,
    lastNs: 0,
    warnings: [],
    notRead: [],
    scopes: [],
  };
  /** @type {Uint8Array[]} */
  chunks = [];

  get facts() {
    return this.#facts;
  }

  /** @param {CaptureFacts} facts */
  take(facts) {
    this.#facts = facts;
  }

  get reader() {
    return this.#facts.reader;
  }
  get latestNs() {
    return this.#facts.latestNs;
  }
  get lastNs() {
    return this.#facts.lastNs;
  }
  get warnings() {
    return this.#facts.warnings;
  }

  get notRead() {
    return this.#facts.notRead;
  }

  /** @param {number} id */
  scope(id) {
    return this.#facts.scopes[id] ?? { vlans: [], tunnels: [] };
  }

  /** @returns {never} */
  push() {
    throw new Error('another thread reads this capture');
  }

  /** @param {string} code @param {string} message @param {number} [offset] */
  warn(code, message, offset) {
    this.#facts.warnings.push({ code, message, offset: offset ?? null });
  }

  end() {
    /** its remote side has ended it */
  }
}
