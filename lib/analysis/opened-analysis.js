import { Examiner } from '../insight/findings/examiner.js';
import { CaptureAnalysis } from './capture-analysis.js';
import { decodeHere } from './capture-decoder.js';
import { OpenedConnections } from './opened-connections.js';
import { OverviewQueries } from './overview-queries.js';

/** @typedef {import('./capture-analysis.js').AnalysisOptions} AnalysisOptions */

/**
 * The full analysis of a capture: a `CaptureAnalysis` plus opened connections and the overview, with findings.
 * Separate, since statistics of connections need only a `CaptureAnalysis`, and these modules take half of the start.
 */
export class OpenedAnalysis {
  /** @type {import('./quic/opened-quic.js').OpenedQuic|null} */
  #quic = null;

  /** @param {Partial<AnalysisOptions>} [options] it decodes its own bytes where no `decoder` is given */
  constructor({ decoder = decodeHere, ...options } = {}) {
    const { ingest, connections, messages, findings } = new CaptureAnalysis({ ...options, decoder });
    this.ingest = ingest;
    this.connections = connections;
    this.messages = messages;
    this.findings = findings;
    this.examiner = new Examiner(ingest.tcp, ingest.messages, ingest.muxCredit);
    findings.examiner = this.examiner;
    this.opened = new OpenedConnections(ingest);
    this.overview = new OverviewQueries(ingest, connections);
  }

  /** Answers about QUIC's connections, loaded when the first is asked. */
  async openQuic() {
    const { quic } = this.ingest;
    if (quic === null) return null;
    const { OpenedQuic } = await import('./quic/quic-views.js');
    this.#quic ??= new OpenedQuic(this.ingest, quic);
    return this.#quic;
  }
}
