/**
 * Numbers of connections, of whatever transport. Users see `q0`, `q1` … for QUIC's connections, as in `analyze --json`;
 * columns, filters and answers of a session carry them as numbers from `QUIC_FLOWS` on. TCP's never fall between there
 * and 2^32: they are stream numbers, plus a multiple of 10^9 (`SCOPE_NUMBER_STEP` of lib/transport/conversation.js),
 * and no table has 200 million rows.
 */
export const QUIC_FLOWS = 4_200_000_000;
const END = 2 ** 32;

/** @param {number} flow number of a connection @returns {boolean} whether it is one of QUIC */
export const isQuicFlow = (flow) => flow >= QUIC_FLOWS && flow < END;

/** @param {number} flow number of a connection @returns {string} as users see it: "12", "q0" */
export const flowText = (flow) => (isQuicFlow(flow) ? `q${flow - QUIC_FLOWS}` : String(flow));

/** @param {number} flow number of a connection @returns {number|string} as in JSON that users get: 12, "q0" */
export const flowName = (flow) => (isQuicFlow(flow) ? flowText(flow) : flow);

/** @param {string} text as users see it @returns {number|null} null: no number of a connection */
export function flowOfText(text) {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const index = /^q(\d{1,8})$/.exec(text)?.[1];
  return index === undefined || QUIC_FLOWS + Number(index) >= END ? null : QUIC_FLOWS + Number(index);
}
