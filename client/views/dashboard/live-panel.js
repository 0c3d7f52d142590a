import { el, fill, setText } from '../../base/dom.js';
import { button, copyButton } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { ApiError, sentenceOf } from '../../state/api-error.js';
import { interfaceList } from './interface-list.js';
import { limitFields } from './live-limits.js';

/** @typedef {import('../../state/types.js').Interfaces} Interfaces */

const SOCKETS = 'Also record this host’s sockets (ss)';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * @param {string} filter of libpcap, or none
 * @param {{ hostname: string, port: string, protocol: string }} page where the page comes from
 * @returns {string|null} the filter without the page's own traffic; null where that does not run over loopback, or is
 *   left out already
 */
export function withoutOwn(filter, { hostname, port, protocol }) {
  const own = port || (protocol === 'https:' ? '443' : '80');
  if (!LOOPBACK.test(hostname) || new RegExp(`\\b${own}\\b`).test(filter)) return null;
  return filter.trim() === '' ? `not tcp port ${own}` : `(${filter.trim()}) and not tcp port ${own}`;
}

/** BIG TCP: a hop-by-hop header comes first, and libpcap looks for TCP right behind the IPv6 header. */
const filterHint = () =>
  el(
    'p',
    { class: 'second', id: 'filter-hint' },
    'tcp and port N miss IPv6 jumbograms (BIG TCP), unless you add ',
    el('code', { class: 'mono', text: 'or ip6[6]=0' }),
    '.',
  );

/** Choosing an interface and starting to capture on it. */
export class LivePanel {
  #given;
  #tool = el('p', { class: 'second' });
  #problems = el('div', { class: 'live-problems' });
  #interfaces = interfaceList(
    () => this.#showStart(),
    (name) => this.#given.traffic.of(name),
  );
  #error = el('div', { id: 'filter-error' });
  #filter = el('input', {
    type: 'text',
    class: 'field field-mono',
    id: 'live-filter',
    placeholder: 'tcp port 443 or ip6[6]=0',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-describedby': 'filter-error filter-hint',
  });
  #own = el(
    'p',
    { class: 'live-own', hidden: true },
    'This page’s own traffic runs over it too. ',
    button('Leave it out', { kind: 'quiet', onClick: () => this.#leaveOwnOut() }),
  );
  #limits = limitFields(() => this.#showStart());
  #sockets = el('input', { type: 'checkbox', class: 'check' });
  #socketsWords = el('span', { text: SOCKETS });
  #start = button('Start', { kind: 'primary', type: 'submit' });
  #form = el(
    'form',
    { class: 'live-form', hidden: true },
    this.#interfaces.element,
    el('label', { class: 'caption', for: 'live-filter', text: 'Capture filter' }),
    this.#filter,
    filterHint(),
    this.#error,
    this.#own,
    this.#limits.element,
    el('label', { class: 'live-sockets' }, this.#sockets, this.#socketsWords),
    this.#start,
  );
  element = el(
    'section',
    { class: 'panel-section live-panel', 'aria-labelledby': 'live-title' },
    el('h2', { class: 'section-title', id: 'live-title', text: 'Live' }),
    this.#tool,
    this.#problems,
    this.#form,
  );

  /**
   * @param {{ api: import('../../state/api.js').Api, traffic: import('./interface-traffic.js').TrafficSparks,
   *   onStarted: (captureId: string) => void }} given
   */
  constructor(given) {
    this.#given = given;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    this.#filter.addEventListener('input', () => {
      this.#clearFailure();
      this.#showStart();
    });
    this.#showStart();
    void this.#load();
  }

  /** Whether the interface list is visible. */
  get isShown() {
    return this.#form.offsetParent !== null;
  }

  focus() {
    this.#interfaces.focus() || this.element.querySelector('button')?.focus();
  }

  #leaveOwnOut() {
    this.#filter.value = withoutOwn(this.#filter.value, location) ?? this.#filter.value;
    this.#clearFailure();
    this.#showStart();
    this.#filter.focus();
  }

  #showStart() {
    const name = this.#interfaces.chosen();
    this.#own.hidden = !this.#interfaces.isLoopback() || withoutOwn(this.#filter.value, location) === null;
    this.#limits.update();
    setText(this.#start, name ? `Start on ${name}` : 'Start');
    this.#start.disabled = name === null;
  }

  /** @param {string} message @param {string | null} command */
  #showProblem(message, command) {
    fill(
      this.#problems,
      messageBar({
        kind: 'doubt',
        title: command ? 'Capturing needs privileges' : 'Capturing is not possible',
        text: message,
        actions: [
          command ? el('code', { class: 'command', text: command }) : null,
          command ? copyButton('Copy the command', () => command) : null,
          button('Try again', { kind: 'quiet', onClick: () => void this.#load() }),
        ],
      }),
    );
  }

  /** @param {Interfaces} answer */
  #showInterfaces({ tool, interfaces, problem, socketsProblem }) {
    this.#sockets.disabled = Boolean(socketsProblem);
    setText(this.#socketsWords, socketsProblem ? `${SOCKETS}: ${socketsProblem}` : SOCKETS);
    setText(
      this.#tool,
      tool ? `Captured with ${tool === 'pcap' ? 'node-pcap' : tool}, read as it grows.` : 'No capture tool was found.',
    );
    fill(this.#problems);
    if (problem) this.#showProblem(problem.message, problem.command);
    this.#interfaces.show(interfaces);
    this.#form.hidden = interfaces.length === 0;
    this.#showStart();
  }

  async #load() {
    try {
      this.#showInterfaces(await this.#given.api.interfaces());
    } catch (failure) {
      this.#form.hidden = true;
      this.#showProblem(sentenceOf(failure), null);
    }
  }

  /** @param {unknown} failure */
  #showFailure(failure) {
    if (failure instanceof ApiError && failure.command) return this.#showProblem(failure.message, failure.command);
    const ofFilter = failure instanceof ApiError && failure.status === 400;
    if (ofFilter) {
      this.#filter.setAttribute('aria-invalid', 'true');
      this.#filter.focus();
    }
    const title = ofFilter ? 'The capture was not started' : 'Capturing did not start';
    fill(this.#error, messageBar({ kind: 'failure', title, text: sentenceOf(failure) }));
  }

  #clearFailure() {
    this.#filter.removeAttribute('aria-invalid');
    fill(this.#error);
  }

  async #submit() {
    const { api, onStarted } = this.#given;
    const name = this.#interfaces.chosen();
    if (name === null) return;
    this.#clearFailure();
    this.#start.disabled = true;
    try {
      const { capture } = await api.startLive({
        interface: name,
        filter: this.#filter.value.trim(),
        ...this.#limits.limits(),
        withSockets: this.#sockets.checked,
      });
      onStarted(capture.id);
    } catch (failure) {
      this.#showFailure(failure);
    } finally {
      this.#showStart();
    }
  }
}
