/**
 * Steps of the view in time: to the selection, a loss episode, a finding and its packets, and back.
 */
import { constrain } from '../../../plot/time-scale.js';
import { evidenceRange, evidenceRows, findingBy } from '../side/findings.js';

/**
 * @param {object} given
 * @param {import('../data/model.js').Model} given.model
 * @param {import('../shown-view.js').ShownView} given.view
 */
export function createViewSteps({ model, view }) {
  /** Computed again when the model has grown or another finding is chosen. */
  let marked = { of: '', rows: /** @type {number[]} */ ([]) };

  /** @param {import('../side/findings.js').Finding} finding @returns {Partial<import('../view-state.js').ViewState>} */
  function atEvidence(finding) {
    const zoom = constrain(evidenceRange(model, finding), model.limits);
    const of = finding.direction === 'clientToServer' ? 0 : 1;
    return { zoom: view.isWhole(zoom) ? null : zoom, ...(finding.direction === null ? {} : { direction: of }) };
  }

  return {
    /** @returns {number[]} rows of the packets that the chosen finding rests on */
    evidence() {
      const { finding } = view.state;
      const of = `${model.revision} ${finding}`;
      if (marked.of !== of) marked = { of, rows: evidenceRows(model, findingBy(model, finding)) };
      return marked.rows;
    },

    /** @param {import('../../../plot/time-scale.js').TimeRange|null} [span] */
    zoomToSpan(span = view.state.span) {
      if (!span) return;
      view.history.push(view.state.zoom);
      view.change({ zoom: constrain(span, model.limits), span: null }, 'jump');
    },

    /** With a quarter of its length before and after it. @param {import('../data/episodes.js').Episode} episode */
    zoomToEpisode({ startNs, endNs }) {
      const lastNs = Math.min(endNs, model.limits.endNs);
      const air = (lastNs - startNs) / 4;
      view.setZoom({ startNs: startNs - air, endNs: lastNs + air }, 'jump');
    },

    /**
     * Zooms to its evidence and marks the packets; a second call removes the marks.
     * @param {import('../side/findings.js').Finding} finding
     */
    showFinding(finding) {
      if (view.state.finding === finding.code) return view.change({ finding: null }, 'replace');
      view.history.push(view.state.zoom);
      view.change({ finding: finding.code, ...atEvidence(finding) }, 'jump');
    },

    /** For a URL with a finding and without a time range. */
    arriveAtFinding() {
      const finding =
        view.state.zoom === null && model.columns.sketch === null ? findingBy(model, view.state.finding) : null;
      if (finding !== null) view.change(atEvidence(finding), 'replace');
    },

    back() {
      const before = view.history.pop();
      if (before === undefined && !view.state.zoom) return;
      view.change({ zoom: before ?? null }, 'jump');
    },

    /** @param {number} timeNs */
    bringIntoView(timeNs) {
      const { startNs, endNs } = view.target;
      if (timeNs >= startNs && timeNs <= endNs) return;
      const half = (endNs - startNs) / 2;
      view.setZoom({ startNs: timeNs - half, endNs: timeNs + half }, 'replace');
    },
  };
}

/** @typedef {ReturnType<typeof createViewSteps>} ViewSteps */
