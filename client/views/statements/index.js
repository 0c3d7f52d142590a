/** What a capture's requests asked for, or a connection's: statements without their constants, in a table. */
import { flowOfText, flowText } from '../../../lib/shared/quic-flow.js';
import { el, fill, setText } from '../../base/dom.js';
import { count } from '../../base/format.js';
import { throttle } from '../../base/frame.js';
import { isLive } from '../../components/capture-text.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../../components/missing-page.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { formatQuery, messagesPath } from '../../state/router.js';
import { askForKeys, keysButton } from '../dashboard/keys-button.js';
import { keysWanted, lacksKeys, withoutRequestsIn } from '../waterfall/without-requests.js';
import { orderOf, statementsTable } from './table.js';

/** @typedef {import('./columns.js').Statement} Statement */
/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('./heads.js').Order} Order */

/** A growing capture is summed up again as seldom as this. */
const AGAIN_MS = 2000;

class StatementsView {
  #container;
  #context;
  /** The connection; null: all of the capture. */
  #flow;
  /** @type {Order} */
  #order;
  /** @type {Statement[] | null} */
  #all = null;
  #abort = new AbortController();
  #again = throttle(AGAIN_MS, () => void this.#load());
  #words = el('p', { class: 'second', role: 'status', text: 'Summing up the requests.' });
  #messages = el('div', { class: 'messages' });
  /** Why there are none. */
  #without = '';
  #keys;
  #table;
  #stopListening;

  /** @param {HTMLElement} container @param {import('../../state/view-context.js').CaptureViewContext} context */
  constructor(container, context) {
    const { query, captureId, events } = context;
    this.#container = container;
    this.#context = context;
    this.#keys = keysButton(() => askForKeys(context, captureId, container));
    this.#keys.hidden = true;
    this.#flow = flowOfText(query.flow ?? '');
    this.#order = orderOf(query);
    this.#table = statementsTable({
      label: 'Statements',
      hrefOf: (statement) => this.#hrefOf(statement),
      navigate: context.navigate,
      onSort: (order) => this.#sort(order),
    });
    container.append(
      el(
        'section',
        { class: 'statements', 'aria-label': 'Statements' },
        el(
          'div',
          { class: 'statements-head' },
          el('h1', { class: 'view-title', text: 'Statements' }),
          this.#words,
          this.#keys,
        ),
        this.#table.select,
        this.#messages,
        this.#table.element,
      ),
    );
    this.#table.show([], this.#order);
    this.#stopListening = events.onProgress(({ id }) => {
      if (id === captureId) this.#again.call();
    });
    void this.#load();
  }

  async #load() {
    const { api, captureId, store } = this.#context;
    this.#abort.abort();
    this.#abort = new AbortController();
    try {
      const { statements } = await api.statements(captureId, this.#flow, this.#abort.signal);
      this.#all = statements;
      this.#without = statements.length === 0 ? await this.#wordsWithout(this.#abort.signal) : '';
      fill(this.#messages);
      this.#show();
    } catch (error) {
      if (isAbort(error) || showMissing(this.#container, error, this.#context)) return;
      const title = 'The statements cannot be shown';
      fill(this.#messages, messageBar({ kind: 'failure', title, text: sentenceOf(error) }));
    }
    const capture = store.get(captureId);
    if (capture !== null && isLive(capture)) this.#again.call();
  }

  /** @param {AbortSignal} signal */
  async #wordsWithout(signal) {
    const { api, captureId } = this.#context;
    if (this.#flow === null) {
      const words = keysWanted((await api.capture(captureId, signal)).encryption);
      this.#keys.hidden = words === '';
      return words || 'No requests that can be read in this capture.';
    }
    const connection = await api.connection(captureId, this.#flow, signal);
    this.#keys.hidden = !lacksKeys(connection);
    return withoutRequestsIn(connection);
  }

  #show() {
    if (this.#all === null) return;
    const requests = this.#all.reduce((sum, statement) => sum + statement.count, 0);
    setText(
      this.#words,
      requests === 0
        ? this.#without
        : `${count(this.#all.length, 'statement')} in ${count(requests, 'request')}, without constants and identifiers.${this.#all.some(({ mayWait }) => mayWait) ? ' * It may wait for an event by design.' : ''}`,
    );
    if (requests > 0) this.#keys.hidden = true;
    this.#table.element.hidden = requests === 0;
    this.#table.show(this.#all, this.#order);
  }

  /** Its slowest request among the messages. @param {Statement} statement */
  #hrefOf({ slowest: { flow, message } }) {
    return messagesPath(this.#context.captureId, flow) + formatQuery({ message: String(message) });
  }

  /** @param {Order} order */
  #sort(order) {
    this.#order = order;
    this.#context.onQueryChange(this.#query());
    this.#table.toTop();
    this.#show();
  }

  /** @returns {Query} */
  #query() {
    return { ...(this.#flow === null ? {} : { flow: flowText(this.#flow) }), ...this.#order };
  }

  /** @param {Query} query */
  update(query) {
    this.#order = orderOf(query);
    this.#show();
  }

  destroy() {
    this.#stopListening();
    this.#again.cancel();
    this.#abort.abort();
    this.#table.destroy();
  }
}

/**
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').CaptureViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountStatementsView = (container, context) => new StatementsView(container, context);
