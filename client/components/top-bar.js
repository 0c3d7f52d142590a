import { append, el, fill, setAttribute } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { iconButton } from './button.js';

/** @typedef {{ label: string, href?: string }} Crumb the last one is where the user is */
/**
 * @typedef {{ label: string, href: string, current: boolean, prepare?: () => Promise<unknown> }} Tab another view of
 *   the same thing; `prepare` loads its code
 */

/**
 * The bar above every view: logo and name, path, the view's own controls, theme, keys.
 * @param {{ onTheme: () => void, onKeys: () => void, onFigures: () => void }} actions
 */
export function topBar({ onTheme, onKeys, onFigures }) {
  const path = el('ol', { class: 'path' });
  const back = el('a', { class: 'icon-button back-link', href: '/', 'aria-label': 'Back' }, icon('back'));
  const views = el('nav', { class: 'view-tabs', 'aria-label': 'Views', hidden: true });
  const slot = el('div', { class: 'top-bar-slot' });
  const search = iconButton('search', 'Search', { class: 'phone-only' });
  const element = el(
    'header',
    { class: 'top-bar' },
    back,
    el(
      'a',
      { class: 'brand', href: '/', 'aria-label': 'Selfclock, all captures' },
      icon('mark'),
      el('span', { class: 'brand-name', text: 'Selfclock' }),
    ),
    el('nav', { class: 'path-nav', 'aria-label': 'Path' }, path),
    views,
    slot,
    search,
    iconButton('theme', 'Switch between dark and light', { onClick: onTheme }),
    // Where there is no key for it.
    el(
      'button',
      {
        type: 'button',
        class: 'icon-button figures-button',
        'aria-label': 'What the figures mean',
        title: 'What the figures mean',
        on: { click: onFigures },
      },
      'i',
    ),
    el(
      'button',
      {
        type: 'button',
        class: 'icon-button keys-button',
        'aria-label': 'Keyboard shortcuts',
        title: 'Keyboard shortcuts',
        'aria-keyshortcuts': '?',
        on: { click: onKeys },
      },
      '?',
    ),
  );

  let shown = '';

  /** @param {Crumb} crumb @param {boolean} last */
  function crumbItem({ label, href }, last) {
    if (last || !href) {
      return el('li', { class: 'crumb', 'aria-current': last ? 'page' : null, title: label, text: label });
    }
    return el('li', { class: 'crumb' }, el('a', { href, text: label, title: label }));
  }

  return {
    element,
    /**
     * Where the user is; also the window's title.
     * @param {Crumb[]} crumbs
     * @param {Tab[]} [tabs]
     */
    setPath(crumbs, tabs = []) {
      const key = JSON.stringify([crumbs, tabs]);
      if (key === shown) return;
      shown = key;
      views.hidden = tabs.length === 0;
      fill(
        views,
        ...tabs.map(({ label, href, current, prepare }) => {
          // Should it fail, the click tries again and says so.
          const ahead = () => void prepare?.().catch(() => undefined);
          const on = { pointerenter: ahead, focus: ahead };
          return el('a', { class: 'view-tab', href, 'aria-current': current ? 'page' : null, text: label, on });
        }),
      );
      // On a phone the row of tabs is wider than its window.
      views.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      fill(path, ...crumbs.map((crumb, index) => crumbItem(crumb, index === crumbs.length - 1)));
      const parent = crumbs.at(-2);
      back.hidden = !parent;
      if (parent) {
        setAttribute(back, 'href', parent.href ?? '/');
        back.setAttribute('aria-label', `Back to ${parent.label}`);
      }
      element.classList.toggle('has-parent', Boolean(parent));
      const title = crumbs.map((crumb) => crumb.label).reverse();
      document.title = [...title.filter((label) => label !== 'Captures' || title.length === 1), 'Selfclock'].join(
        ' – ',
      );
    },
    /**
     * The view's own controls; gone when it leaves.
     * @param {(Node | null)[]} controls
     * @param {{ onSearch?: (() => void) | null }} [options] `onSearch` opens the search field on a phone, where it is
     *   folded
     */
    setControls(controls, { onSearch = null } = {}) {
      fill(slot);
      append(slot, ...controls);
      search.hidden = !onSearch;
      search.onclick = onSearch;
    },
  };
}

/** @typedef {ReturnType<typeof topBar>} TopBar */
