import { mountLater } from './lazy-view.js';

/**
 * The place of captures of one path.
 * @param {HTMLElement} stage
 * @param {import('../state/view-context.js').ViewContext} context
 * @returns {import('../state/types.js').View}
 */
export const mountSamePathPlace = (stage, context) =>
  mountLater(stage, context, {
    className: 'connection-view same-path-view',
    figures: 'same path',
    load: async () => (await import('../views/same-path/index.js')).mountSamePathView,
    showPath: () => context.bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Same path' }]),
  });
