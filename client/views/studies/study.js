/** One study: start it, see its progress, read its results. */
import { el, fill, setText } from '../../base/dom.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { progressLine } from '../../components/progress-line.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { capturePath } from '../../state/router.js';
import { stateWords } from './list.js';
import { loadForm } from './load-form.js';
import { resultSections } from './result.js';

/** @typedef {import('../../state/types.js').StudyState} StudyState */

/**
 * How what is shown came about, or why there is nothing.
 * @param {StudyState} study
 * @param {{ seed: number, draft: boolean } | null} result
 */
function resultWords({ state }, result) {
  if (result !== null) {
    return `Done with seed ${result.seed}${result.draft ? ', a draft of fewer runs' : ''}. The same seed gives the same figures.`;
  }
  return state === 'running' ? '' : 'Not run yet. A draft takes fewer runs: faster, less exact.';
}

/**
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').ViewContext & { study: string | null }} context
 * @returns {import('../../state/types.js').View}
 */
export function mountStudy(container, { api, events, study: place, navigate }) {
  const name = String(place);
  const abort = new AbortController();
  /** @type {StudyState['state'] | null} */
  let state = null;
  const title = el('h1', { class: 'page-title' });
  const asks = el('p', { class: 'second' });
  const status = el('p', { class: 'second', role: 'status' });
  const of = el('p', { class: 'second' });
  const line = progressLine('Runs of the study');
  const problem = el('div', { class: 'messages' });
  const found = el('div', { class: 'study-found' });
  const asked = el('div', { class: 'study-asked' });
  /** @type {ReturnType<typeof loadForm> | null} */
  let form = null;
  /** @type {{ id: string, name: string }[]} */
  let captures = [];
  const start = button('Run', { kind: 'primary', onClick: () => void act(() => run(false)) });
  const draft = button('Draft', { onClick: () => void act(() => run(true)), title: 'Fewer runs, for a first look' });
  const stop = button('Stop', {
    onClick: () => void act(async () => show((await api.cancelStudy(name)).study)),
    title: 'Finished runs are kept',
  });
  container.append(
    el(
      'div',
      { class: 'page study-page' },
      title,
      asks,
      asked,
      el('div', { class: 'study-actions' }, start, draft, stop, status),
      line.element,
      problem,
      of,
      found,
    ),
  );
  const stopEvents = events.onStudies(({ changed }) => changed.filter((study) => study.name === name).forEach(show));
  void act(load);

  /** @param {boolean} isDraft */
  async function run(isDraft) {
    show((await api.startStudy(name, { draft: isDraft, ...form?.values() })).study);
  }

  /** @param {() => Promise<void>} action */
  async function act(action) {
    fill(problem);
    try {
      await action();
    } catch (error) {
      title.hidden = state === null;
      if (!isAbort(error)) {
        fill(
          problem,
          messageBar({ kind: 'failure', title: 'The request failed', text: sentenceOf(error), isPage: state === null }),
        );
      }
    }
  }

  /** @param {StudyState} study */
  function show(study) {
    const wasRunning = state === 'running';
    const isRunning = study.state === 'running';
    state = study.state;
    setText(title, study.title);
    setText(asks, study.summary);
    setText(status, stateWords(study));
    line.set(isRunning && study.total > 0 ? study.done / study.total : 0);
    line.element.hidden = stop.hidden = !isRunning;
    start.hidden = draft.hidden = isRunning;
    form?.freeze(isRunning);
    // What is said of the last run, or of none, is outdated while another is running.
    of.hidden = isRunning;
    if (wasRunning && !isRunning) void act(load);
  }

  async function load() {
    const { study, result, load: given } = await api.study(name, abort.signal);
    if (form === null) await showAsked(study);
    form?.showLoads(given, captures);
    show(study);
    setText(start, result === null ? 'Run' : 'Run again');
    setText(of, resultWords(study, result));
    fill(
      found,
      ...(result === null
        ? []
        : resultSections(result, {
            load: (path) => api.drawing(path, abort.signal),
            onOpen: (capture) => void act(() => open(capture)),
          })),
    );
  }

  /** The form of a study that takes a load, or the way to it. @param {StudyState} study */
  async function showAsked({ settings, ownLoad }) {
    if (settings) {
      ({ captures } = await api.captures());
      form = loadForm(settings, { onFile: (file) => act(() => give(file)) });
      fill(asked, form.element);
    } else if (ownLoad) {
      fill(
        asked,
        el('a', { class: 'text-button', href: `/studies/${ownLoad}`, text: 'Run it with your own load and link' }),
      );
    }
  }

  /** @param {File} file */
  async function give(file) {
    setText(status, `Uploading ${file.name}`);
    try {
      form?.showLoads((await api.giveLoad(name, file)).load, captures);
      form?.chooseFile();
    } finally {
      setText(status, '');
    }
  }

  /** @param {string} capture */
  async function open(capture) {
    const {
      capture: { id },
    } = await api.openStudyCapture(name, capture);
    navigate(capturePath(id));
  }

  return {
    update: () => undefined,
    destroy() {
      abort.abort();
      stopEvents();
    },
  };
}
