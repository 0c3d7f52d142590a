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
