/** All studies: the question of each, and its progress. */
import { el, fill, setText } from '../../base/dom.js';
import { messageBar } from '../../components/message-bar.js';
import { sentenceOf } from '../../state/api-error.js';
import { examplesList } from '../dashboard/examples-list.js';

/** @typedef {import('../../state/types.js').StudyState} StudyState */

/** @param {StudyState} study */
export function stateWords({ state, done, total, draft, error }) {
  if (state === 'running') return total === 0 ? 'Starting' : `${done} of ${total} runs${draft ? ' of the draft' : ''}`;
  return state === 'failed' ? `Failed: ${error}` : '';
}

/**
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').ViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export function mountStudyList(container, { api, events, store, navigate }) {
  /** @type {Map<string, HTMLElement>} */
  const words = new Map();
  const list = el('ul', { class: 'study-list' });
  container.append(
    el(
      'div',
      { class: 'page study-page' },
      el('h1', { class: 'page-title', text: 'Studies' }),
      el('p', {
        class: 'second',
        text: 'Published experiments, repeated in the simulator: the claims beside the results.',
      }),
      list,
      el('h2', { class: 'section-title study-examples', text: 'Examples' }),
      el('p', { class: 'second', text: 'Small simulated captures, each showing one behaviour of TCP.' }),
      examplesList({ api, store, navigate }),
    ),
  );
  const stop = events.onStudies(({ changed }) =>
    changed.forEach((study) => {
      const element = words.get(study.name);
      if (element) setText(element, stateWords(study));
    }),
  );
  void load();

  async function load() {
    try {
      const { studies } = await api.studies();
      fill(
        list,
        ...studies.map((study) => {
          const state = el('p', { class: 'second', text: stateWords(study) });
          words.set(study.name, state);
          return el(
            'li',
            {},
            el('h2', { class: 'view-title' }, el('a', { href: `/studies/${study.name}`, text: study.title })),
            el('p', { class: 'second', text: study.summary }),
            state,
          );
        }),
      );
    } catch (error) {
      fill(
        list,
        el('li', {}, messageBar({ kind: 'failure', title: 'The studies cannot be listed', text: sentenceOf(error) })),
      );
    }
  }

  return { update: () => undefined, destroy: stop };
}
