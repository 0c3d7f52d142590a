/** What happened to a connection's streams, as bits. */
export const NOTE = Object.freeze({
  BYTES_GIVEN_UP: 1,
  RESET_IGNORED: 2,
  DATA_AFTER_RESET: 4,
  DATA_AFTER_FIN: 8,
  SYN_DATA_REFUSED: 16,
});

const MESSAGES = {
  BYTES_GIVEN_UP:
    'Too much data waited for missing bytes: they are shown as a gap, although they may have arrived later.',
  RESET_IGNORED: 'A reset outside the receive window was ignored; the streams continue.',
  DATA_AFTER_RESET: 'The end that had reset the connection sent new data; it is not part of the stream.',
  DATA_AFTER_FIN: 'New data was sent after the FIN; it is not part of the stream.',
  SYN_DATA_REFUSED: 'The data in the SYN was not acknowledged; what was sent afterwards replaced it.',
};

const FIRST_FLOWS = 64;

/** Anomalies of the streams, by connection, and bytes lost to memory limits. */
export class StreamNotes {
  #notes = new Uint8Array(FIRST_FLOWS);
  /** Connections of which bytes were given up. */
  flowsGivenUp = 0;
  /** Bytes of the holes that were given up because too much was held after them. */
  bytesGivenUp = 0;

  /** All of it, for a report. */
  get kept() {
    return { notes: this.#notes, flowsGivenUp: this.flowsGivenUp, bytesGivenUp: this.bytesGivenUp };
  }

  /** @param {StreamNotes['kept']} kept */
  restore({ notes, flowsGivenUp, bytesGivenUp }) {
    this.#notes = notes;
    this.flowsGivenUp = flowsGivenUp;
    this.bytesGivenUp = bytesGivenUp;
  }

  /** @param {number} flow @param {number} note of `NOTE` */
  add(flow, note) {
    if (flow >= this.#notes.length) {
      const longer = new Uint8Array(Math.max(flow + 1, this.#notes.length * 2));
      longer.set(this.#notes);
      this.#notes = longer;
    }
    this.#notes[flow] |= note;
  }

  /** @param {number} flow @param {number} bytes of a hole */
  giveUp(flow, bytes) {
    if (!(this.#notes[flow] & NOTE.BYTES_GIVEN_UP)) this.flowsGivenUp++;
    this.bytesGivenUp += bytes;
    this.add(flow, NOTE.BYTES_GIVEN_UP);
  }

  /** @param {number} flow @returns {{ code: string, message: string }[]} */
  warningsOf(flow) {
    const bits = this.#notes[flow] ?? 0;
    if (bits === 0) return [];
    const names = /** @type {(keyof typeof NOTE)[]} */ (Object.keys(NOTE));
    return names
      .filter((name) => bits & NOTE[name])
      .map((name) => ({ code: name.toLowerCase(), message: MESSAGES[name] }));
  }
}
