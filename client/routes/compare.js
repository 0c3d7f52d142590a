import { mountLater } from './lazy-view.js';

/**
 * The place of a comparison, of connections or of pages.
 * @param {HTMLElement} stage
 * @param {import('../state/view-context.js').ViewContext} context
 * @returns {import('../state/types.js').View}
 */
export function mountComparePlace(stage, context) {
  return mountLater(stage, context, {
    className: context.query.pages ? 'connection-view compare-view' : 'compare-view',
    figures: context.query.pages ? 'pages compared,requests' : 'comparison',
    load: async () =>
      context.query.pages
        ? (await import('../views/compare/pages/index.js')).mountPagesView
        : (await import('../views/compare/index.js')).mountCompareView,
    showPath: () => context.bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Compare' }]),
  });
}
