/**
 * A guided example: a connection's own view, led from step to step. The address has the example and the step, and
 * nothing of the library that it is shown from.
 */
import { el, fill } from '../../base/dom.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { busy } from '../../base/idle.js';
import { messageBar } from '../../components/message-bar.js';
import { sentenceOf } from '../../state/api-error.js';
import { connectionPath, guidePath } from '../../state/router.js';
import { mountConnectionView } from '../connection/index.js';
import { LESSONS } from './lessons.js';
import { guidePanel } from './panel.js';
import { STEPS } from './steps.js';

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../state/view-context.js').ViewContext & { lesson: string, onMissing: () => void }} Context */

const GROUP = 'Guide';

class GuideView {
  #context;
  #steps;
  /** Index of the step that is shown. */
  #index = 0;
  #panel;
  #diagram = el('div', { class: 'view connection-view guide-diagram' });
  /** @type {ReturnType<typeof mountConnectionView>|null} */
  #view = null;
  /** @type {string|null} */
  #captureId = null;
  #query;
  #isGone = false;
  #removeKeys;

  /** @param {HTMLElement} container @param {Context} context */
  constructor(container, context) {
    const { lesson, query } = context;
    const goOn = () => this.#goOn();
    const goBack = () => this.#goTo(this.#index - 1);
    const close = () => this.#close();
    this.#context = context;
    this.#query = query;
    this.#steps = STEPS[lesson];
    this.#panel = guidePanel({ title: lessonOf(lesson).title, onNext: goOn, onBack: goBack, onClose: close });
    fill(container, this.#panel.element, this.#diagram);
    this.#removeKeys = addHotkeys([
      // As presenters' remote controls send them.
      { group: GROUP, keys: ['PageDown'], words: 'Next step', run: goOn },
      { group: GROUP, keys: ['PageUp'], words: 'Previous step', run: goBack },
      { group: GROUP, keys: ['q'], words: 'Close the guide, keep the diagram', run: close },
    ]);
    this.#showStep();
    this.#panel.focus();
    void this.#open();
  }

  async #open() {
    const { api, store, lesson } = this.#context;
    const done = busy();
    fill(this.#diagram, el('p', { class: 'connection-waiting second', text: 'Simulating this example.' }));
    try {
      const { capture } = await api.openExample(lesson);
      if (this.#isGone) return;
      store.put(capture);
      this.#captureId = capture.id;
      this.#view = mountConnectionView(this.#diagram, {
        ...this.#context,
        captureId: capture.id,
        flow: 0,
        query: this.#viewQuery(),
        onQueryChange: (query, options) =>
          this.#context.onQueryChange({ step: String(this.#index + 1), ...query }, options),
      });
    } catch (error) {
      fill(
        this.#diagram,
        el(
          'div',
          { class: 'page' },
          messageBar({ kind: 'failure', title: 'This example cannot be shown', text: sentenceOf(error) }),
        ),
      );
    } finally {
      done();
    }
  }

  /** What the user has chosen in the view (its query has a version); else where the step points. @returns {Query} */
  #viewQuery() {
    return this.#query.v === undefined ? this.#steps[this.#index].view : this.#query;
  }

  #showStep() {
    const count = this.#steps.length;
    this.#index = Math.min(Math.max((Number(this.#query.step) || 1) - 1, 0), count - 1);
    const following = nextLesson(this.#context.lesson);
    const beyond = following ? `Next: ${following.title}` : 'To your captures';
    this.#panel.show(this.#steps[this.#index], {
      index: this.#index,
      count,
      onward: this.#index < count - 1 ? 'Next' : beyond,
    });
  }

  /** @param {number} index of a step; outside, nothing happens */
  #goTo(index) {
    const { navigate, lesson } = this.#context;
    if (index >= 0 && index < this.#steps.length) navigate(guidePath(lesson, index + 1));
  }

  #goOn() {
    const { navigate, lesson } = this.#context;
    if (this.#index < this.#steps.length - 1) return this.#goTo(this.#index + 1);
    const following = nextLesson(lesson);
    navigate(following ? guidePath(following.name, 1) : '/');
  }

  #close() {
    this.#context.navigate(this.#captureId === null ? '/' : connectionPath(this.#captureId, 0));
  }

  /** @param {Query} query */
  update(query) {
    this.#query = query;
    this.#showStep();
    this.#view?.update(this.#viewQuery(), { glides: true });
  }

  destroy() {
    this.#isGone = true;
    this.#removeKeys();
    this.#view?.destroy();
  }
}

/** @param {string} name */
const lessonOf = (name) => LESSONS.find((lesson) => lesson.name === name) ?? LESSONS[0];

/** @param {string} name @returns {typeof LESSONS[number]|undefined} */
const nextLesson = (name) => LESSONS[LESSONS.findIndex((lesson) => lesson.name === name) + 1];

/** @param {HTMLElement} container @param {Context} context @returns {import('../../state/types.js').View} */
export const mountGuideView = (container, context) => new GuideView(container, context);
