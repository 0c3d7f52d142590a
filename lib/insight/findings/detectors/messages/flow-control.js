import { scrambled } from '../../../../shared/scrambled.js';
import { defineKind } from '../../define-kind.js';
import { framesAt } from '../../evidence/evidence.js';
import { coveredNs } from '../../evidence/spans.js';
import {
  counted,
  detector,
  directionName,
  finding,
  percent,
  receiverName,
  senderName,
  shareOf,
  timeText,
} from '../../finding.js';
import { MIN_COST_NS, NOTICEABLE_SHARE } from '../../times.js';

export const HTTP2_FLOW_CONTROL = defineKind('http2_flow_control', 'HTTP/2 window exhausted', 'zero_window', [
  'RFC 9113 section 5.2',
]);
export const MUX_CREDIT_STALL = defineKind('mux_credit_stall', 'MUX credit exhausted', 'zero_window', [
  'draft-gettys-webmux-00, "Flow Control"',
]);
export const MUX_LONE_CREDITS = defineKind('mux_lone_credits', 'Credit-only segments (MUX)', 'application', [
  'W3C MUX, "FlowAnalysis"',
]);

const DIRECTIONS = [0, 1];
const MIN_CREDITS = 5;
const CREDIT_SHARE = 0.1;

/** DATA had used up the window of its stream or of the connection (RFC 9113 section 5.2). */
export const http2FlowControl = detector([HTTP2_FLOW_CONTROL], (context) => {
  const facts = context.messages?.http2 ?? null;
  const { packets } = context;
  if (facts === null) return [];
  return DIRECTIONS.flatMap((direction) => {
    const { stallCount, stalls, blocked } =
      facts[/** @type {'clientToServer' | 'serverToClient'} */ (directionName(direction))];
    const spans = [
      ...stalls.map(({ start, end, stream }) => ({ startNs: start * 1e9, endNs: end * 1e9, stream })),
      ...blocked.map(({ start, stream }) => ({ startNs: start * 1e9, endNs: context.endNs, stream })),
    ];
    const costNs = coveredNs(spans);
    if (costNs < MIN_COST_NS) return [];
    const windows = new Set(spans.map(({ stream }) => scrambled(stream)));
    const ofConnection = windows.delete(scrambled(0));
    const streams = windows.size;
    const allNs = context.durationNs;
    return finding(
      {
        kind: HTTP2_FLOW_CONTROL,
        severity: costNs >= allNs * NOTICEABLE_SHARE ? 'warning' : 'note',
        direction,
        startNs: spans[0].startNs,
        endNs: lastEndOf(spans),
        costNs,
        message: `For ${timeText(costNs)} of ${timeText(allNs)} the ${senderName(direction)} had used up ${windowWords(ofConnection, streams)}, ${counted(stallCount + blocked.length, 'time')}, and waited for WINDOW_UPDATE${untilTheEnd(blocked.length)}.`,
        advice: `Raise the ${receiverName(direction)}'s windows to at least the bandwidth-delay product (SETTINGS_INITIAL_WINDOW_SIZE, and WINDOW_UPDATE for the connection).`,
      },
      {
        stalls: stallCount + blocked.length,
        streams,
        frames: framesAt(
          packets,
          spans.map(({ startNs }) => startNs),
          direction,
        ),
      },
    );
  });
});

/** There may be as many as the connection has fragments. @param {{ endNs: number }[]} spans */
const lastEndOf = (spans) => spans.reduce((last, { endNs }) => Math.max(last, endNs), 0);

/** @param {number} blocked waits whose end is not in the capture */
const untilTheEnd = (blocked) => (blocked === 0 ? '' : ', up to the end of the capture');

/** @param {boolean} ofConnection @param {number} streams */
function windowWords(ofConnection, streams) {
  if (streams === 0) return "the connection's window";
  const those = streams === 1 ? 'that of 1 stream' : `those of ${streams} streams`;
  return ofConnection
    ? `the connection's window and ${those}`
    : `the ${streams === 1 ? 'window of 1 stream' : `windows of ${streams} streams`}`;
}

/** A MUX session had used up its credit ("FlowAnalysis" of W3C's MUX). */
export const muxCreditStall = detector([MUX_CREDIT_STALL], (context) => {
  const mux = context.messages?.mux ?? null;
  if (mux === null) return [];
  return DIRECTIONS.flatMap((direction) => {
    const ledgers = mux.sessions.map(({ directions }) => directions[direction]);
    const blocked = ledgers.filter(({ blockedNs }) => blockedNs !== null);
    const ends = blocked.map(({ blockedNs }) => ({ startNs: Number(blockedNs), endNs: context.endNs, frame: 0 }));
    const stalls = [...ledgers.flatMap((ledger) => ledger.stalls), ...ends];
    const costNs = coveredNs(stalls);
    const sessions = ledgers.filter((ledger) => ledger.stalls.length > 0 || ledger.blockedNs !== null).length;
    if (costNs < MIN_COST_NS) return [];
    stalls.sort((a, b) => a.startNs - b.startNs);
    const allNs = context.durationNs;
    return finding(
      {
        kind: MUX_CREDIT_STALL,
        severity: costNs >= allNs * NOTICEABLE_SHARE ? 'warning' : 'note',
        direction,
        startNs: stalls[0].startNs,
        endNs: lastEndOf(stalls),
        costNs,
        message: `For ${timeText(costNs)} of ${timeText(allNs)} ${counted(sessions, 'MUX session')} of the ${senderName(direction)} had no credit left, ${counted(stalls.length, 'time')}${untilTheEnd(blocked.length)}.`,
        advice: `Let the ${receiverName(direction)} grant more credit, and sooner: at least the bandwidth-delay product.`,
      },
      {
        stalls: stalls.length,
        sessions,
        frames: framesAt(
          context.packets,
          stalls.map(({ startNs }) => startNs),
          direction,
        ),
      },
    );
  });
});

/** Credits in segments of their own that could have been sent with data or been combined. */
export const muxLoneCredits = detector([MUX_LONE_CREDITS], (context) => {
  const alone = context.messages?.mux?.creditOnlySegments ?? null;
  if (alone === null) return [];
  return DIRECTIONS.flatMap((direction) => {
    const way = context.ways.find((one) => one.direction === direction);
    const share = way === undefined ? 0 : alone[direction] / way.dataPackets;
    if (alone[direction] < MIN_CREDITS || share < CREDIT_SHARE) return [];
    return finding(
      {
        kind: MUX_LONE_CREDITS,
        severity: 'note',
        direction,
        during: context,
        message: `${alone[direction]} of the ${senderName(direction)}'s data packets, ${percent(share)}, carry only MUX credit.`,
        advice: 'Send credit along with data, or for several fragments at once; larger grants need fewer messages.',
      },
      { segments: alone[direction], share: shareOf(share) },
    );
  });
});
