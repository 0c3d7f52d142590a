import { mountStudyList } from './list.js';
import { mountStudy } from './study.js';

/**
 * All studies, or the one in the URL.
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').ViewContext & { study: string | null }} context
 * @returns {import('../../state/types.js').View}
 */
export function mountStudiesView(container, context) {
  return context.study === null ? mountStudyList(container, context) : mountStudy(container, context);
}
