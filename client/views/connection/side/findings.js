/**
 * What the server found in the connection: where its evidence is, and how it is worded.
 */
import { el, fill } from '../../../base/dom.js';
import { formatNumber } from '../../../base/format.js';
import { extent } from '../../../vendor/d3.js';
import { frameLookup } from '../data/messages.js';
import { hasPendingFindings } from '../data/model.js';
import { isPartial } from '../data/partial-packets.js';
import { causeStyle, MIN_LIMIT_SECONDS } from '../panes/limit-styles.js';
import { limitLines } from './limit-lines.js';

/** @typedef {import('../../../state/answer-types.js').Finding} Finding */
/** @typedef {import('../data/model.js').Model} Model */
/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

/** Margin on each side of the evidence, as a share of it. */
const AIR = 1 / 4;
/** … and at least this much, and this many round trips. */
const MIN_AIR_NS = 1e6;
const MIN_ROUND_TRIPS = 1;
/** Stretches that are listed; more are in the ribbon and the sums. */
const MAX_SPANS = 500;
/** Causes that are listed with the time spent on them, which is not what they cost. @type {readonly string[]} */
const REPAIRING = ['recovery', 'retransmission_timeout', 'path_mtu'];

/** @param {Model} model @returns {Finding[]} worst first */
export const findingsOf = ({ flow }) => flow.findings ?? [];

/** Whether findings are still being searched for. @param {Model} model */
export const areFindingsPending = ({ flow, columns }) => hasPendingFindings(flow) && !isPartial(columns);

/** @param {Model} model @param {string|null} code @returns {Finding|null} the worst of this kind */
export const findingBy = (model, code) =>
  code === null ? null : (findingsOf(model).find((finding) => finding.code === code) ?? null);

/** Rows of the packets that show a finding. @param {Model} model @param {Finding|null} finding @returns {number[]} */
export function evidenceRows({ columns }, finding) {
  const frames = /** @type {number[]} */ (finding?.evidence.frames ?? []);
  const rowOf = frameLookup(columns);
  return frames.map((frame) => rowOf(frame)).filter((row) => row >= 0);
}

/**
 * The range that shows a finding's evidence, and as much time as it cost, with a margin.
 * @param {Model} model @param {Finding} finding @returns {TimeRange}
 */
export function evidenceRange(model, finding) {
  const times = evidenceRows(model, finding).map((row) => model.columns.time[row]);
  let [startNs = Infinity, endNs = -Infinity] = extent(times);
  // Of a wait the frame that ended it is the evidence: where it began is in the finding. Without frames it is all
  // there is.
  if (times.length === 0 || endNs - startNs < (finding.costSeconds ?? 0) * 1e9) {
    startNs = Math.min(startNs, finding.start * 1e9);
    endNs = Math.max(endNs, finding.end * 1e9);
  }
  const air = Math.max((endNs - startNs) * AIR, MIN_AIR_NS, (model.rttNs ?? 0) * MIN_ROUND_TRIPS);
  return { startNs: startNs - air, endNs: endNs + air };
}

/** What limited the data, as a list of sums: the ribbon as text. */
export function createLimitList() {
  const list = el('ul', { class: 'held-back-list' });
  const spans = el('ol', { class: 'held-back-spans' });
  const details = el(
    'details',
    { on: { toggle: () => fillSpans() } },
    el('summary', { text: 'Each period in view' }),
    spans,
  );
  const why = el('p', {
    class: 'held-back-why',
    hidden: true,
    text: 'Time spent in recovery, during which data may still flow. The delay it caused is the cost under findings and loss episodes.',
  });
  const element = el(
    'section',
    { class: 'side-section held-back', hidden: true },
    el(
      'div',
      { class: 'side-head' },
      el('h2', { class: 'side-title', 'data-figure': 'Limited by', text: 'What limited it' }),
    ),
    list,
    why,
    details,
  );
  /** @type {{ model: Model, direction: number, range: TimeRange }|null} */
  let shown = null;

  /** Only while it is open. */
  function fillSpans() {
    if (details.open && shown?.model.sender) {
      fill(spans, ...spanItems(shown.model, shown.model.sender.of[shown.direction].causes, shown.range));
    }
  }

  return {
    element,
    /** @param {Model} model @param {number} direction @param {TimeRange} range */
    update(model, direction, range) {
      shown = { model, direction, range };
      fillSpans();
      const sums = (model.sender?.of[direction].sums(range) ?? []).filter(
        ({ seconds }) => seconds >= MIN_LIMIT_SECONDS,
      );
      element.hidden = sums.length === 0;
      why.hidden = !sums.some(({ cause }) => REPAIRING.includes(cause));
      fill(list, ...limitLines(sums));
    },
  };
}

/**
 * @param {Model} model
 * @param {import('../data/sender-data.js').SenderData['causes']} causes
 * @param {TimeRange} range
 */
function spanItems({ originNs }, { start, end, name }, { startNs, endNs }) {
  const items = [];
  for (let i = 0; i < name.length && items.length < MAX_SPANS; i++) {
    if (end.values[i] <= startNs || start.values[i] >= endNs) continue;
    const at = (/** @type {number} */ ns) => formatNumber((ns - originNs) / 1e9, 4);
    items.push(
      el(
        'li',
        {},
        el('span', { class: 'held-back-words', text: causeStyle(name[i]).words }),
        el('span', { text: `${at(start.values[i])} – ${at(end.values[i])} s` }),
      ),
    );
  }
  return items;
}
