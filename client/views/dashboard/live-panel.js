import { el, fill, setText } from '../../base/dom.js';
import { count, formatBytes } from '../../base/format.js';
import { button, copyButton } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { ApiError, sentenceOf } from '../../state/api.js';
import { interfaceList } from './interface-list.js';

/** @typedef {import('../../state/types.js').Interfaces} Interfaces */
/** @typedef {import('../../state/types.js').LiveRequest} LiveRequest */

const megabyte = 1_000_000;
/** Smaller rings are refused by the server. */
const smallestRingMegabytes = 5;

/**
 * @param {string} label
 * @param {string} unit
 * @param {string} placeholder what holds while it is empty
 * @param {() => void} onInput
 * @param {number} [min]
 */
function limitField(label, unit, placeholder, onInput, min = 1) {
  const input = el('input', { type: 'number', class: 'field limit-field', min, step: 1, inputmode: 'numeric', placeholder, on: { input: onInput } });
  return { input, element: el('label', { class: 'limit' }, el('span', { text: label }), input, el('span', { class: 'limit-unit', text: unit })) };
}

/** @param {HTMLInputElement} input @returns {number | null} */
function wholeNumber({ value }) {
  const number = Number(value);
  return value !== '' && Number.isInteger(number) && number > 0 ? number : null;
}

/** @param {HTMLInputElement} input in megabytes */
function bytesOf(input) {
  const megabytes = wholeNumber(input);
  return megabytes === null ? null : megabytes * megabyte;
}

/**
 * What was asked for, in words.
 * @param {{ snapLength: number | null, maxBytes: number | null, maxSeconds: number | null, ringBytes: number | null }} limits
 */
export function limitWords({ snapLength, maxBytes, maxSeconds, ringBytes }) {
  const packets = snapLength === null ? 'Whole packets' : `${count(snapLength, 'byte')} of each packet`;
  const size = ringBytes === null ? packets : `${packets}, the newest ${formatBytes(ringBytes, { round: true })}`;
  const ends = [
    maxBytes === null ? null : formatBytes(maxBytes, { round: true }), maxSeconds === null ? null : `${count(maxSeconds, 'second')}`,
  ].filter(Boolean);
  return ends.length === 0 ? `${size}, until stopped` : `${size}, until ${ends.join(' or ')}`;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * @param {string} filter of libpcap, or none
 * @param {{ hostname: string, port: string, protocol: string }} page where the page comes from
 * @returns {string|null} the filter without the page's own traffic; null where that does not run over loopback, or is left out already
 */
export function withoutOwn(filter, { hostname, port, protocol }) {
  const own = port || (protocol === 'https:' ? '443' : '80');
  if (!LOOPBACK.test(hostname) || new RegExp(`\\b${own}\\b`).test(filter)) return null;
  return filter.trim() === '' ? `not tcp port ${own}` : `(${filter.trim()}) and not tcp port ${own}`;
}

/**
 * Choosing an interface and starting to capture on it.
 * @param {{ api: import('../../state/api.js').Api, onStarted: (captureId: string) => void }} options
 */
export function livePanel({ api, onStarted }) {
  const tool = el('p', { class: 'second' });
  const problems = el('div', { class: 'live-problems' });
  const interfaces = interfaceList(() => showStart());
  const error = el('div', { id: 'filter-error' });
  const filter = el('input', {
    type: 'text', class: 'field field-mono', id: 'live-filter', placeholder: 'tcp port 80 or tcp port 443', spellcheck: 'false',
    autocomplete: 'off', autocapitalize: 'off', 'aria-describedby': 'filter-error',
  });
  const own = el('p', { class: 'live-own', hidden: true }, 'This page’s own traffic runs over it too. ', button('Leave it out', {
    kind: 'quiet', onClick: () => {
      filter.value = withoutOwn(filter.value, location) ?? filter.value;
      clearFailure();
      showStart();
      filter.focus();
    },
  }));
  const summary = el('summary', {});
  const snap = limitField('First bytes of each packet', 'bytes', 'all', () => showStart());
  const size = limitField('Stop after', 'MB', 'no limit', () => showStart());
  const time = limitField('Stop after', 'seconds', 'no limit', () => showStart());
  const ring = limitField('Keep only the newest', 'MB', 'keep all', () => showStart(), smallestRingMegabytes);
  const start = button('Start', { kind: 'primary', type: 'submit' });
  const form = el('form', { class: 'live-form' },
    interfaces.element,
    el('label', { class: 'caption', for: 'live-filter', text: 'Capture filter' }), filter, error, own,
    el('details', { class: 'limits' }, summary, snap.element, time.element, size.element, ring.element),
    start);
  const element = el('section', { class: 'panel-section live-panel', 'aria-labelledby': 'live-title' },
    el('h2', { class: 'section-title', id: 'live-title', text: 'Live' }), tool, problems, form);

  const limits = () => {
    const ringBytes = bytesOf(ring.input);
    return {
      snapLength: wholeNumber(snap.input), maxSeconds: wholeNumber(time.input), ringBytes,
      // What keeps only the newest never grows to a size at which to stop.
      maxBytes: ringBytes === null ? bytesOf(size.input) : null,
    };
  };

  function showStart() {
    const name = interfaces.chosen();
    const chosen = limits();
    own.hidden = !interfaces.isLoopback() || withoutOwn(filter.value, location) === null;
    size.input.disabled = chosen.ringBytes !== null;
    setText(summary, limitWords(chosen));
    setText(start, name ? `Start on ${name}` : 'Start');
    start.disabled = name === null;
  }

  /** @param {string} message @param {string | null} command */
  function showProblem(message, command) {
    fill(problems, messageBar({
      kind: 'doubt', title: command ? 'Capturing needs a privilege' : 'Capturing is not possible', text: message,
      actions: [
        command ? el('code', { class: 'command', text: command }) : null,
        command ? copyButton('Copy the command', () => command) : null,
        button('Try again', { kind: 'quiet', onClick: () => void load() }),
      ],
    }));
  }

  /** @param {Interfaces} answer */
  function showInterfaces({ tool: name, interfaces: list, problem }) {
    setText(tool, name ? `Captured by ${name === 'pcap' ? 'node-pcap' : name}, read while it grows.` : 'No capture program was found.');
    fill(problems);
    if (problem) showProblem(problem.message, problem.command);
    interfaces.show(list);
    form.hidden = list.length === 0;
    showStart();
  }

  async function load() {
    try {
      showInterfaces(await api.interfaces());
    } catch (failure) {
      form.hidden = true;
      showProblem(sentenceOf(failure), null);
    }
  }

  /** @param {unknown} failure */
  function showFailure(failure) {
    if (failure instanceof ApiError && failure.command) return showProblem(failure.message, failure.command);
    const ofFilter = failure instanceof ApiError && failure.status === 400;
    if (ofFilter) {
      filter.setAttribute('aria-invalid', 'true');
      filter.focus();
    }
    fill(error, messageBar({ kind: 'failure', title: ofFilter ? 'The capture was not started' : 'Capturing did not start', text: sentenceOf(failure) }));
  }

  function clearFailure() {
    filter.removeAttribute('aria-invalid');
    fill(error);
  }

  async function submit() {
    const name = interfaces.chosen();
    if (name === null) return;
    clearFailure();
    start.disabled = true;
    try {
      const { capture } = await api.startLive({ interface: name, filter: filter.value.trim(), ...limits() });
      onStarted(capture.id);
    } catch (failure) {
      showFailure(failure);
    } finally {
      showStart();
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  filter.addEventListener('input', () => {
    clearFailure();
    showStart();
  });
  form.hidden = true;
  showStart();
  void load();

  return { element, focus: () => (interfaces.focus() || element.querySelector('button')?.focus()) };
}
