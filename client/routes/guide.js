import { guidePath } from '../state/router.js';
import { LESSONS } from '../views/guide/lessons.js';
import { mountLater } from './lazy-view.js';

/** @typedef {import('../state/view-context.js').ViewContext} ViewContext */

/** @param {string|null} lesson null: the first @returns {boolean} */
export const isLesson = (lesson) => lesson === null || LESSONS.some(({ name }) => name === lesson);

/**
 * The place of a guided example.
 * @param {HTMLElement} stage
 * @param {ViewContext & { lesson: string | null }} context
 * @returns {import('../state/types.js').View}
 */
export function mountGuidePlace(stage, context) {
  const lesson = context.lesson ?? LESSONS[0].name;
  const path = [{ label: 'Captures', href: '/' }, { label: 'Guide' }];
  const tabs = LESSONS.map(({ name, title }) => ({ label: title, href: guidePath(name, 1), current: name === lesson }));
  return mountLater(
    stage,
    { ...context, lesson },
    {
      className: 'guide-view',
      figures: 'connection',
      load: async () => (await import('../views/guide/index.js')).mountGuideView,
      showPath: () => context.bar.setPath(path, tabs),
    },
  );
}
