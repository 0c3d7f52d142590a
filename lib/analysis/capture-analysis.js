import { ConnectionQueries } from './connection-queries.js';
import { FindingQueries } from './finding-queries.js';
import { Ingest } from './ingest.js';
import { MessageQueries } from './message-queries.js';
import { FtpTransfers } from './messages/ftp-transfers.js';

/** @typedef {ConstructorParameters<typeof Ingest>[0]} AnalysisOptions */

/**
 * The analysis of one capture: a file, an upload in progress, standard input or a live interface alike. Each part
 * answers one kind of question, at any moment while bytes come.
 */
export class CaptureAnalysis {
  /** @param {AnalysisOptions} options */
  constructor(options) {
    this.ingest = new Ingest(options);
    this.findings = new FindingQueries(this.ingest);
    const transfers = new FtpTransfers(this.ingest);
    this.connections = new ConnectionQueries(this.ingest, this.findings, transfers);
    this.messages = new MessageQueries(this.ingest, transfers);
  }
}
