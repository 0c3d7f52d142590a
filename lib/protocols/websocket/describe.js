/** Descriptions of WebSocket messages. */
import { OPCODE } from './frames.js';

/** @type {ReadonlyMap<number, string>} */
const OPCODES = new Map(
  /** @type {[number, string][]} */ ([
    [OPCODE.CONTINUATION, 'continuation'],
    [OPCODE.TEXT, 'text'],
    [OPCODE.BINARY, 'binary'],
    [OPCODE.CLOSE, 'close'],
    [OPCODE.PING, 'ping'],
    [OPCODE.PONG, 'pong'],
  ]),
);

/**
 * Further fields of a WebSocket message; `request` that opened it, `closeCode` and `closeReason` of a close frame.
 * @param {import('../model/message-table.js').MessageTable} table
 * @param {number} index
 */
function more(table, index) {
  const known = {
    status: null,
    opcode: OPCODES.get(table.status[index]) ?? null,
    ...(table.parent[index] < 0 ? {} : { request: table.parent[index] }),
  };
  if (table.status[index] !== OPCODE.CLOSE || table.headAt[index] < 0) return known;
  const bytes = table.heads.read(table.headAt[index], table.headBytes[index]);
  return {
    ...known,
    closeCode: bytes.length < 2 ? null : (bytes[0] << 8) | bytes[1],
    closeReason: new TextDecoder().decode(bytes.subarray(2)),
  };
}

/** @type {import('../protocol.js').MessageText} */
export const WEBSOCKET_TEXT = {
  headForm: 'code',
  head: ({ endOffset, startOffset, bodyBytes }, row) => ({
    method: null,
    headers: [],
    headerBytes: endOffset[row] - startOffset[row] - bodyBytes[row],
  }),
  name: () => ({ method: null, target: null, host: null }),
  more,
};
