/** Many captures at once: named questions, as plots and tables; SQL; the watches that fill the tables. */
import { el, fill } from '../../base/dom.js';
import { busy } from '../../base/idle.js';
import { messageBar } from '../../components/message-bar.js';
import { sentenceOf } from '../../state/api-error.js';
import { askBehind, askFleet, fleet, queryFleet } from '../../state/fleet-api.js';

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../state/fleet-api.js').Answer} Answer */
/** @typedef {import('../../state/fleet-api.js').Question} Question */

/**
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').ViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export function mountFleetView(container, { query, navigate }) {
  const gone = new AbortController();
  const page = el('div', { class: 'page study-page' }, el('h1', { class: 'page-title', text: 'Fleet' }));
  const result = el('section', { class: 'study-section', 'aria-live': 'polite' });
  let asked = query;
  let show = (/** @type {Query} */ next) => void (asked = next);
  container.append(page);
  const done = busy();
  load()
    .catch((error) => {
      if (gone.signal.aborted) return;
      page.append(messageBar({ kind: 'failure', title: 'The fleet cannot be shown', text: sentenceOf(error) }));
    })
    .finally(done);

  async function load() {
    const [parts, { tables, takesSql, questions, watches }] = await Promise.all([
      import('./parts.js'),
      fleet(gone.signal),
    ]);
    if (tables === null) return page.append(parts.noTables());
    const links = new Map(questions.map(({ name, title }) => [name, parts.questionLink(name, title)]));
    /** Of several questions, the answer to the last is shown. */
    let latest = 0;

    /** @type {AbortController|null} */
    let watching = null;

    /** @param {string} name @param {Query} query */
    async function follow(name, query) {
      latest++;
      result.removeAttribute('aria-busy');
      const over = (watching = new AbortController());
      gone.signal.addEventListener('abort', () => over.abort());
      const { followWatch } = await import('./watch.js');
      if (!over.signal.aborted) await followWatch(result, { name, query, navigate, signal: over.signal });
    }

    /**
     * @param {Pick<Question, 'title'|'plot'> & Partial<import('./parts.js').Linked>} question
     * @param {Promise<Answer>} answer
     */
    async function take(question, answer) {
      const mine = ++latest;
      result.setAttribute('aria-busy', 'true');
      const shown = await answer.then(
        (known) => parts.answerParts(question, known, navigate),
        (error) => [messageBar({ kind: 'failure', title: 'The query failed', text: sentenceOf(error) })],
      );
      if (mine !== latest || gone.signal.aborted) return;
      fill(result, ...shown);
      result.removeAttribute('aria-busy');
    }

    show = ({ watch, ask = watch ? '' : questions[0].name, of, figure, ...place }) => {
      watching?.abort();
      links.forEach((link, name) => link.toggleAttribute('aria-current', name === ask));
      const question = questions.find(({ name }) => name === ask);
      const title = 'No such question';
      if (watch) void follow(watch, place);
      else if (question && of && figure) {
        const title = parts.behindTitle(question.title, of, figure);
        void take({ title, plot: null }, askBehind(ask, { of, figure }, gone.signal));
      } else if (question) void take(question, askFleet(ask, gone.signal));
      else fill(result, messageBar({ kind: 'note', title, text: `“${ask}” is not one of those above.` }));
    };
    const query = (/** @type {string} */ sql) => {
      links.forEach((link) => link.removeAttribute('aria-current'));
      return take({ title: 'Result', plot: null }, queryFleet(sql));
    };
    page.append(
      el('nav', { class: 'fleet-questions', 'aria-label': 'Questions' }, ...links.values()),
      result,
      ...(takesSql ? [parts.sqlSection(query)] : []),
      ...(watches.length > 0 ? [parts.watchesSection(watches)] : []),
    );
    show(asked);
  }

  return { update: (next) => show(next), destroy: () => gone.abort() };
}
