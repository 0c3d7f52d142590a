/** A connection's bytes, grouped into turns: what one side sent before the other answered. Pure. */

/**
 * @typedef {object} StreamPiece as `stream.ndjson` has it (docs/protocol.md)
 * @property {'clientToServer'|'serverToClient'} direction
 * @property {number} offset
 * @property {number} time seconds since the capture's first packet
 * @property {number} frame
 * @property {string} bytes base64
 * @property {number} missing
 * @property {string} [what] a WebSocket's message is
 *
 * @typedef {{ layers: string[], layer: string, pieces: StreamPiece[], next: number|null }} StreamPart
 *
 * @typedef {object} Turn
 * @property {StreamPiece['direction']} direction
 * @property {number} time of its first byte, seconds
 * @property {number|null} pause since the byte before it, seconds; null: it is the first
 * @property {number} frame
 * @property {string|undefined} what
 * @property {{ offset: number, bytes: Uint8Array, missing: number }[]} pieces
 */

/** @param {string} text lines of NDJSON @returns {StreamPart} */
export function readPart(text) {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const { layers, layer } = lines[0];
  return { layers, layer, pieces: lines.slice(1, -1), next: lines.at(-1).next };
}

/** @param {string} base64 @returns {Uint8Array} */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/**
 * @param {StreamPiece[]} pieces in order @param {StreamPiece|null} before the last one of the part before
 * @returns {Turn[]} the first goes on with the last turn where `before` is of its direction
 */
export function turnsOf(pieces, before) {
  /** @type {Turn[]} */
  const turns = [];
  let latest = before;
  for (const { direction, time, frame, what, offset, bytes, missing } of pieces) {
    const turn = turns.at(-1);
    const piece = { offset, bytes: bytesOf(bytes), missing };
    if (turn?.direction === direction && what === undefined) turn.pieces.push(piece);
    else turns.push({ direction, time, pause: latest && time - latest.time, frame, what, pieces: [piece] });
    latest = { direction, time, frame, what, offset, bytes, missing };
  }
  return turns;
}

/** Bytes examined of what an end sent first: enough to contain a length or a version, which text does not have. */
const SAMPLE_BYTES = 16;
const TEXT_CONTROLS = [0x09, 0x0a, 0x0d];

/**
 * @param {readonly StreamPiece[]} pieces of both ends, from the first on
 * @returns {boolean} whether what either sent first has no controls but tabs and ends of lines
 */
export const beginsAsText = (pieces) =>
  /** @type {const} */ (['clientToServer', 'serverToClient']).every((direction) => {
    const first = pieces.find((piece) => piece.direction === direction && piece.bytes !== '');
    return bytesOf(first?.bytes ?? '')
      .subarray(0, SAMPLE_BYTES)
      .every((byte) => (byte >= 0x20 && byte !== 0x7f) || TEXT_CONTROLS.includes(byte));
  });
