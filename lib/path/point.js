import { Rows } from './rows.js';

/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */

/** A capture of the path, where its packets lie. */
export class Point {
  /** @param {string} file its name @param {TcpTransport} tcp its connections, to their end */
  constructor(file, tcp) {
    this.file = file;
    this.tcp = tcp;
    this.rows = new Rows(tcp);
    this.startEpochNs = tcp.startEpochNs();
  }
}
