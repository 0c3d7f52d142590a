import { lastUpTo } from '../../insight/ledger/flow-facts.js';
import { PACKET } from '../../quicflow/wire/versions.js';
import { quicExchangesOf } from './quic-exchanges.js';

/** @typedef {import('../../quicflow/quic-tracker.js').QuicTracker} QuicTracker */
/** @typedef {import('../../quicflow/recovery/recover.js').DirectionRecovery} DirectionRecovery */
/** @typedef {import('../../insight/ledger/quic/quic-ledger.js').QuicTime} QuicTime */
/** @typedef {import('../../insight/ledger/quic/quic-ledger.js').Repair} Repair */

/**
 * What the ledger of a connection's time is made of.
 * @param {QuicTracker} quic @param {number} index
 * @param {{ recovery: import('../../quicflow/recovery/recover.js').Recovery, limits: QuicTime['limits'] }} known
 * @returns {QuicTime}
 */
export function quicTimeOf(quic, index, { recovery, limits }) {
  const { startNs, endNs, odcid, sent } = quic.connections[index];
  const columns = quic.columnsOf(index);
  const { senderNs, receiverNs } = recovery.vantages[0];
  return {
    startNs,
    endNs,
    isClosed: sent.every(({ openedOf }) => openedOf[PACKET.ONE_RTT] === 0),
    setup: odcid < 0 ? [] : setupOf(columns),
    streams: quicExchangesOf(quic, index),
    limits,
    repairs: recovery.directions.map((one) => repairsOf(one, recovery.vantages[0])),
    halfNs: [(senderNs ?? 0) / 2, (receiverNs ?? 0) / 2],
    frameAt: (ns) =>
      columns.frame[
        Math.max(
          0,
          lastUpTo(columns.count, (row) => columns.timeNs[row], ns),
        )
      ],
  };
}

/**
 * From the first packet of one end to the next of the other, up to the client's first packet of data.
 * @param {ReturnType<QuicTracker['columnsOf']>} columns @returns {QuicTime['setup']}
 */
function setupOf({ count, direction, type, timeNs }) {
  const turns = [];
  for (let row = 1, first = 0; row < count; row++) {
    const isReady = direction[row] === 0 && type[row] === PACKET.ONE_RTT;
    if (direction[row] !== direction[first]) {
      turns.push({ asker: direction[first], askedNs: timeNs[first], answerNs: timeNs[row] });
      first = row;
    } else if (isReady) turns.push({ asker: 1, askedNs: timeNs[first], answerNs: timeNs[row] });
    if (isReady) return turns;
  }
  return [];
}

/**
 * When its sender waited for a loss to show: by a time-out, or for the acknowledgement that shows it.
 * @param {DirectionRecovery} sent @param {import('../../transport/path.js').Vantage} vantage
 * @returns {Repair[]}
 */
function repairsOf(sent, { senderNs, receiverNs }) {
  const rttNs = (senderNs ?? 0) + (receiverNs ?? 0);
  /** @type {Repair[]} */
  const repairs = [];
  for (const { timeNs, waitedNs } of sent.probes()) {
    if (waitedNs > 0) repairs.push({ startNs: timeNs - waitedNs, endNs: timeNs, rule: 'pto' });
  }
  for (const { timeNs, isEliciting, spurious } of sent.losses()) {
    if (isEliciting && !spurious) repairs.push({ startNs: timeNs - rttNs, endNs: timeNs, rule: 'loss_recovery' });
  }
  return apart(repairs.sort((a, b) => a.startNs - b.startNs));
}

/** What overlaps is the earlier one's. @param {readonly Repair[]} repairs by start @returns {Repair[]} */
function apart(repairs) {
  /** @type {Repair[]} */
  const list = [];
  for (const one of repairs) {
    const startNs = Math.max(one.startNs, list.at(-1)?.endNs ?? -Infinity);
    if (one.endNs > startNs) list.push({ ...one, startNs });
  }
  return list;
}
