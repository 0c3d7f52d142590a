import { mountLater } from './lazy-view.js';

/**
 * The place of a comparison.
 * @param {HTMLElement} stage
 * @param {import('../state/view-context.js').ViewContext} context
 * @returns {import('../state/types.js').View}
 */
export function mountComparePlace(stage, context) {
  return mountLater(stage, context, {
    className: 'compare-view',
    figures: 'comparison',
    load: async () => (await import('../views/compare/index.js')).mountCompareView,
    showPath: () => context.bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Compare' }]),
  });
}
