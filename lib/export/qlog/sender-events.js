/** What `analyze --sender` infers of a sender, as qlog's events. */

/** @typedef {import('./qlog-records.js').Event} Event */
/** @typedef {{ time: number[] } & Record<string, number[]>} Series */

/**
 * @typedef {object} QuicSender
 * @property {string} direction
 * @property {string} vantage
 * @property {Series} cwnd
 * @property {Series} inFlight
 * @property {Series} rtt
 * @property {{ space: string, pn: number, time: number, cause: string|null }[]} losses
 */

/** By our name of the cause. @type {Readonly<Record<string, string>>} */
const TRIGGERS = { packet_threshold: 'reordering_threshold', time_threshold: 'time_threshold', pto: 'pto_expired' };

/**
 * Only of a capture at the sender: elsewhere its clock is another.
 * @param {QuicSender|undefined} sender
 * @returns {Event[]} in the order of time
 */
export function senderEvents(sender) {
  if (sender === undefined || sender.vantage !== 'sender') return [];
  const { cwnd, inFlight, rtt, losses } = sender;
  const events = [
    ...metrics(cwnd, 'bytes', 'congestion_window', 1),
    ...metrics(inFlight, 'bytes', 'bytes_in_flight', 1),
    ...metrics(rtt, 'seconds', 'latest_rtt', 1000),
    ...losses.map(({ space, pn, time, cause }) => ({
      time,
      name: 'recovery:packet_lost',
      data: {
        header: { packet_type: space === 'app' ? '1RTT' : space, packet_number: pn },
        trigger: TRIGGERS[cause ?? ''],
      },
    })),
  ];
  return events.sort((a, b) => a.time - b.time);
}

/**
 * @param {Series} series @param {string} field @param {string} name in qlog @param {number} factor
 * @returns {Event[]}
 */
const metrics = (series, field, name, factor) =>
  series.time.map((time, i) => ({
    time,
    name: 'recovery:metrics_updated',
    data: { [name]: series[field][i] * factor },
  }));
