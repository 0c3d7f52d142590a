/**
 * What the tools say about packets received and dropped.
 *
 * `received` is what was written into the spool. On Linux's loopback interface the kernel counts every packet twice (it
 * goes out and comes in), so that its number of drops there is up to twice that of the packets missing.
 *
 * @typedef {object} DropCounts null: not known
 * @property {number|null} kernel dropped before the tool took them, or by the tool before it wrote them
 * @property {number|null} interface dropped by the interface or its driver
 *
 * @typedef {object} CaptureCounts
 * @property {number|null} received
 * @property {DropCounts} dropped
 */

/** @returns {CaptureCounts} */
export function unknownCounts() {
  return { received: null, dropped: { kernel: null, interface: null } };
}

/**
 * Takes one line of a tool's standard error into the counts. dumpcap: `Packets: 15`, at the end `Packets captured: 15`
 * and `Packets received/dropped on interface 'lo': 15/0 (pcap:0/dumpcap:0/flushed:0/ps_ifdrop:0) (100.0%)`; tcpdump,
 * when asked by a signal and at the end, and pcap-child: `15 packets captured`, `0 packets dropped by kernel`,
 * `0 packets dropped by interface`.
 * @param {CaptureCounts} counts
 * @param {string} line
 * @returns {boolean} whether the line held a count
 */
export function takeStatistics(counts, line) {
  const captured = /^Packets(?: captured)?: (\d+)/.exec(line) ?? /^(?:tcpdump: )?(\d+) packets? captured/.exec(line);
  if (captured) counts.received = Number(captured[1]);
  const kernel = /(\d+) packets? dropped by kernel/.exec(line);
  if (kernel) counts.dropped.kernel = Number(kernel[1]);
  const byInterface = /(\d+) packets? dropped by interface/.exec(line);
  if (byInterface) counts.dropped.interface = Number(byInterface[1]);
  const dumpcap =
    /^Packets received\/dropped on interface .*\(pcap:(\d+)\/dumpcap:(\d+)\/flushed:(\d+)\/ps_ifdrop:(\d+)\)/.exec(
      line,
    );
  if (dumpcap) {
    counts.dropped.kernel = Number(dumpcap[1]) + Number(dumpcap[2]) + Number(dumpcap[3]);
    counts.dropped.interface = Number(dumpcap[4]);
  }
  return Boolean(captured ?? kernel ?? byInterface ?? dumpcap);
}
