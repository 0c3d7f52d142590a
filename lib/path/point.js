import { Rows } from './rows.js';

/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */

/** @typedef {import('../insight/findings/finding.js').Finding} Finding */

/** A capture of the path, where its packets lie. */
export class Point {
  /**
   * @param {string} file its name
   * @param {TcpTransport} tcp its connections, to their end
   * @param {object} [alone] what the capture alone shows
   * @param {(flow: number) => readonly Finding[]} [alone.findingsOf] of a connection
   * @param {boolean} [alone.isSealed] that it has packets which are encrypted below TCP
   */
  constructor(file, tcp, { findingsOf = () => [], isSealed = false } = {}) {
    this.file = file;
    this.findingsOf = findingsOf;
    this.isSealed = isSealed;
    this.tcp = tcp;
    this.rows = new Rows(tcp);
    this.startEpochNs = tcp.startEpochNs();
  }
}

/**
 * @typedef {{ tcp: TcpTransport, describe(): { warnings: { code: string }[] } }} IngestLike
 * @typedef {{ ofConnection(flow: number): { findings: readonly Finding[] } }} FindingsLike
 * @typedef {{ ingest: IngestLike, findings: FindingsLike }} AnalysisLike what is needed of a capture's analysis
 */

/**
 * A capture that was read to its end and diagnosed, as a point.
 * @param {string} file @param {AnalysisLike} analysis
 */
export const pointOf = (file, { ingest, findings }) =>
  new Point(file, ingest.tcp, {
    findingsOf: (flow) => findings.ofConnection(flow).findings,
    isSealed: ingest.describe().warnings.some(({ code }) => code === 'encrypted_below_tcp'),
  });
