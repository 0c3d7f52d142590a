/** The routes of an API's requests, which are no pages: what was asked for, how often, and how long it took. */
import { el, fill, setText } from '../../base/dom.js';
import { count } from '../../base/format.js';
import { messageBar } from '../../components/message-bar.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { formatQuery, messagesPath } from '../../state/router.js';
import { orderOf, statementsTable } from '../statements/table.js';

/** @typedef {import('../statements/columns.js').Statement} Statement */

/** @param {import('../../state/view-context.js').CaptureViewContext} context */
export function routesTable({ api, captureId, navigate }) {
  const words = el('p', { class: 'second', role: 'status', text: 'Summing up the requests.' });
  const complaint = el('div', {});
  let order = orderOf({});
  /** @type {Statement[]} */
  let routes = [];
  const table = statementsTable({
    label: 'Routes',
    hrefOf: ({ slowest: { flow, message } }) =>
      messagesPath(captureId, flow) + formatQuery({ message: String(message) }),
    navigate,
    onSort(next) {
      order = next;
      table.toTop();
      table.show(routes, order);
    },
  });
  return {
    element: el(
      'section',
      { class: 'statements waterfall-routes', 'aria-label': 'Routes' },
      el('div', { class: 'statements-head' }, words),
      table.select,
      complaint,
      table.element,
    ),
    /** @param {AbortSignal} signal */
    async load(signal) {
      try {
        const { statements } = await api.statements(captureId, null, signal);
        routes = statements.filter(({ protocol }) => protocol.startsWith('http/'));
        const requests = routes.reduce((sum, { count: times }) => sum + times, 0);
        setText(words, `${count(routes.length, 'route')} in ${count(requests, 'request')} that no document names.`);
        table.show(routes, order);
        fill(complaint);
      } catch (error) {
        if (isAbort(error)) return;
        const title = 'The routes cannot be shown';
        fill(complaint, messageBar({ kind: 'failure', title, text: sentenceOf(error) }));
      }
    },
    destroy: () => table.destroy(),
  };
}
