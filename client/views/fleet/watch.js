/** A watch over time: its figures, and the connections of the last minutes, or of the time clicked. */
import { el, fill } from '../../base/dom.js';
import { busy } from '../../base/idle.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { toast } from '../../components/toast.js';
import { sentenceOf } from '../../state/api-error.js';
import { fleet, followLive, watched } from '../../state/fleet-api.js';
import { capturePath } from '../../state/router.js';
import { utcFormat } from '../../vendor/d3.js';
import { answerTable, countsOf, openRow, stateOf, watchPath } from './parts.js';
import { plotOf } from './plots.js';
import { timeOf } from './words.js';

/** @typedef {import('../../state/fleet-api.js').Watched} Watched */
/**
 * @typedef {object} Followed
 * @property {string} name
 * @property {import('../../state/types.js').Query} query `span`, or `from` and `to`: seconds
 * @property {(path: string) => void} navigate
 * @property {AbortSignal} signal the view was left
 */

/** It reports its state every 2 s, and reads a file every minute. */
const LOOK_MS = 5000;
const MINUTE_SECONDS = 60;
/** Narrower than this a point is its capture. */
const NARROWEST_SECONDS = 900;
/** @type {[string, number][]} */
const SPANS = [
  ['15 minutes', NARROWEST_SECONDS],
  ['2 hours', 7200],
  ['Day', 86_400],
  ['Week', 604_800],
  ['30 days', 2_592_000],
];
/** @type {{ title: string, value: string, unit: string }[]} */
const PLOTS = [
  { title: 'Packets per second', value: 'packets_per_second', unit: '/s' },
  { title: 'Retransmitted of packets with data', value: 'retransmitted_percent', unit: '%' },
];
const clock = utcFormat('%d %b %H:%M');

/**
 * Shows a watch, updated whenever it has read a file, until the view is left.
 * @param {HTMLElement} place
 * @param {Followed} followed
 */
export async function followWatch(place, { name, query, navigate, signal }) {
  const head = el('div', { 'aria-live': 'off' });
  const live = button('Live', { onClick: () => goLive(name, navigate) });
  live.hidden = true;
  const asking = el('p', { class: 'second', text: 'Reading its figures.' });
  const body = el('div', { class: 'fleet-watch', 'aria-live': 'off' }, asking);
  fill(place, head, el('div', { class: 'fleet-questions' }, spanLinks(name, query), live), body);
  let read = -1;
  for (; !signal.aborted; await pause(LOOK_MS, signal)) {
    const done = busy();
    try {
      const watch = (await fleet(signal)).watches.find((one) => one.name === name);
      if (watch) fill(head, ...headParts(watch));
      live.hidden = !watch?.tool || watch.state === 'stopped';
      if (watch && watch.files === read) continue;
      const stretch = stretchOf(query);
      const known = await watched(name, stretch, signal);
      read = known.watch.files;
      fill(body, ...bodyParts(known, { ...stretch, navigate }));
    } catch (error) {
      if (signal.aborted) return;
      fill(body, messageBar({ kind: 'failure', title: 'The watch cannot be shown', text: sentenceOf(error) }));
    } finally {
      done();
    }
  }
}

/** With its last minutes, as a live capture. @param {string} name @param {(path: string) => void} navigate */
async function goLive(name, navigate) {
  try {
    navigate(capturePath((await followLive(name)).capture.id));
  } catch (error) {
    toast(sentenceOf(error));
  }
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
const pause = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** @param {Followed['query']} query @returns {{ from: number, to: number }} */
function stretchOf({ from, to, span }) {
  if (Number(to) > Number(from)) return { from: Number(from), to: Number(to) };
  const now = Math.ceil(Date.now() / 1000);
  return { from: now - (Number(span) || NARROWEST_SECONDS), to: now };
}

/** @param {string} name @param {Followed['query']} query */
function spanLinks(name, { to, span }) {
  const shown = Number(span) || NARROWEST_SECONDS;
  const links = SPANS.map(([text, seconds]) => {
    const link = el('a', { class: 'button button-plain', href: watchPath({ name, span: seconds }), text });
    link.toggleAttribute('aria-current', to === undefined && shown === seconds);
    return link;
  });
  return el('nav', { class: 'fleet-questions', 'aria-label': 'Until now' }, ...links);
}

/** @param {Watched['watch']} watch */
const headParts = (watch) => [
  el('h2', { class: 'section-title', text: `${watch.name}: ${stateOf(watch)}` }),
  watch.problem === null ? '' : el('p', { text: watch.problem }),
  el('p', { class: 'second', text: countsOf(watch).join(' · ') }),
];

/**
 * @param {Watched} known
 * @param {{ from: number, to: number, navigate: (path: string) => void }} stretch
 */
function bodyParts({ watch, stepSeconds, times, listedFrom, connections }, { from, to, navigate }) {
  if (times.rows.length === 0) {
    const text = `Nothing was read between ${clock(new Date(from * 1000))} and ${clock(new Date(to * 1000))} (UTC).`;
    return [el('p', { class: 'second', text })];
  }
  const [ofTime, ofCapture] = ['time', 'capture'].map((name) => times.columns.indexOf(name));
  /** A minute is opened, more is looked at more closely. @param {number} row */
  const pick = (row) => {
    const at = timeOf(times.rows[row][ofTime]) / 1000;
    if (stepSeconds === MINUTE_SECONDS) openRow(String(times.rows[row][ofCapture]), null, navigate);
    else navigate(watchPath({ name: watch.name, from: at, to: at + Math.max(stepSeconds, NARROWEST_SECONDS) }));
  };
  /** @type {import('./plots.js').OverTime} */
  const how = { stepMs: stepSeconds * 1000, height: 140, times: [from * 1000, to * 1000], onPick: pick };
  const listed = `Connections between ${clock(new Date(listedFrom * 1000))} and ${clock(new Date(to * 1000))} (UTC)`;
  return [
    ...PLOTS.map(({ title, value, unit }) =>
      plotOf({ kind: 'lines', time: 'time', values: [value], unit }, times, title, how),
    ),
    el('h3', { class: 'view-title', text: listed }),
    connections.rows.length === 0
      ? el('p', { class: 'second', text: 'None.' })
      : answerTable(listed, connections, navigate),
    el(
      'details',
      {},
      el('summary', { text: 'The plots as a table' }),
      answerTable('Figures over time', times, navigate),
    ),
  ];
}
