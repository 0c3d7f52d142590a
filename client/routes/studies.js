import { mountLater } from './lazy-view.js';

/**
 * The place of the published studies: all, or one.
 * @param {HTMLElement} stage
 * @param {import('../state/view-context.js').ViewContext & { study: string | null }} context
 * @returns {import('../state/types.js').View}
 */
export function mountStudiesPlace(stage, context) {
  const { study } = context;
  const path = [
    { label: 'Captures', href: '/' },
    { label: 'Studies', ...(study === null ? {} : { href: '/studies' }) },
    ...(study === null ? [] : [{ label: study }]),
  ];
  return mountLater(stage, context, {
    className: 'studies-view',
    showPath: () => context.bar.setPath(path),
    load: async () => (await import('../views/studies/index.js')).mountStudiesView,
  });
}

/**
 * The place of the fleet: tables of many captures.
 * @param {HTMLElement} stage
 * @param {import('../state/view-context.js').ViewContext} context
 * @returns {import('../state/types.js').View}
 */
export function mountFleetPlace(stage, context) {
  return mountLater(stage, context, {
    className: 'studies-view',
    figures: 'fleet',
    showPath: () => context.bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Fleet' }]),
    load: async () => (await import('../views/fleet/index.js')).mountFleetView,
  });
}
