/**
 * When the machine that made a recording stood still, read from the recording itself. Nothing is chosen for a
 * recording: what could have been delivered, or acknowledged, and was not for longer than a millisecond, is a stall
 * from when it could to when it was.
 */

/** What is later than this had to wait; packets of the recordings are 40 µs late mostly, 0.15 ms in 99 of 100. */
const LATE_SECONDS = 0.001;

/** @typedef {{ from: number, to: number }} Stall seconds */
/** A packet on its way over a link. @typedef {{ sent: number, arrived: number, bytes: number }} Passage */
/**
 * One direction: what it let through, in order.
 * @typedef {{ passages: Passage[], link: { delay: number, rate?: number } }} Direction
 */

/**
 * @param {Stall[]} stalls in order
 * @param {number} time
 * @returns {number} the end of the stall that this time is in, else the time
 */
function endOf(stalls, time) {
  for (let index = stalls.length - 1; index >= 0 && stalls[index].to > time; index--) {
    if (stalls[index].from <= time) return stalls[index].to;
  }
  return time;
}

/** @param {Stall[]} stalls in order of their ends @param {Stall} stall ends last */
function add(stalls, { from, to }) {
  let start = from;
  while (stalls.length > 0 && stalls[stalls.length - 1].to > start) {
    start = Math.min(start, /** @type {Stall} */ (stalls.pop()).from);
  }
  stalls.push({ from: start, to });
}

/**
 * Stalls of the host that forwards both directions: packets are delivered at its end that were due before, by rate,
 * delay and the stalls known so far.
 * @param {Direction[]} directions
 * @returns {Stall[]} in order
 */
export function linkStalls(directions) {
  const busyUntil = directions.map(() => -Infinity);
  const passed = directions.flatMap(({ passages, link }, way) =>
    passages.map((passage) => ({ ...passage, way, link })),
  );
  /** @type {Stall[]} */
  const stalls = [];
  for (const {
    sent,
    arrived,
    bytes,
    way,
    link: { delay, rate },
  } of passed.sort((a, b) => a.arrived - b.arrived)) {
    const sending = rate ? (bytes * 8) / (rate * 1000) : 0;
    const departs = Math.max(endOf(stalls, sent), busyUntil[way]) + sending;
    const due = departs + delay / 1000;
    busyUntil[way] = departs;
    const last = stalls[stalls.length - 1];
    if (arrived - endOf(stalls, due) <= LATE_SECONDS) continue;
    const wasRead = arrived - delay / 1000 - sending;
    if (last && Math.abs(wasRead - last.to) <= LATE_SECONDS) {
      add(stalls, { from: Math.min(sent, last.from), to: last.to });
    } // it was let in at the end of a stall: that began before
    else add(stalls, { from: due, to: arrived });
    busyUntil[way] = Math.max(busyUntil[way], Math.min(wasRead + sending, arrived - delay / 1000));
  }
  return stalls;
}

/**
 * When the application that receives did not read. Linux acknowledges a second full segment at once where the window is
 * told again as wide, that is where the application has read the first; else when it reads (tcp_ack_snd_check,
 * tcp_cleanup_rbuf). What comes out of order is acknowledged at once, whatever it does.
 * @param {{ time: number, isData: boolean, seq: number, len: number, ack: number }[]} packets at the receiver, of both
 *   directions, in order
 * @param {number} mss
 * @returns {Stall[]} in order
 */
export function readerStalls(packets, mss) {
  /** @type {Stall[]} */
  const stalls = [];
  let next = 0;
  let acked = 0;
  let firstTime = 0;
  let dueTime = 0;
  let hasHole = false;
  for (const { time, isData, seq, len, ack } of packets) {
    if (isData && len > 0) {
      if (next === 0) next = acked = seq;
      hasHole = seq > next;
      if (seq !== next) continue;
      if (next === acked) firstTime = time;
      const before = next;
      next += len;
      if (before - acked <= mss && next - acked > mss) dueTime = time;
    } else if (!isData && ack > acked) {
      if (!hasHole && next - acked > mss && ack <= next && time - dueTime > LATE_SECONDS) {
        add(stalls, { from: Math.max(firstTime, stalls[stalls.length - 1]?.to ?? 0), to: time });
      }
      acked = ack;
      next = Math.max(next, ack);
      firstTime = dueTime = time;
      hasHole = false;
    }
  }
  return stalls;
}
