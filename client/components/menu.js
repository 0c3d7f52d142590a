import { el } from '../base/dom.js';

/**
 * @typedef {{ label: string, onSelect?: () => void, href?: string, download?: string }} MenuItem a link where it has
 *   `href`
 */

/**
 * How far its button may be scrolled from under a menu; scrolling that ended before the menu opened may be reported
 * only then.
 */
const SCROLLED_AWAY_PX = 24;

/** @type {(() => void) | null} */
let closeOpen = null;

/** @type {WeakMap<Element, () => MenuItem[]>} */
const offered = new WeakMap();

/**
 * Makes a button open a menu; its entries are known without opening it, too.
 * @param {HTMLElement} anchor
 * @param {() => MenuItem[]} items
 * @param {{ label: string }} options
 */
export function offerMenu(anchor, items, options) {
  offered.set(anchor, items);
  anchor.addEventListener('click', () => openMenu(anchor, items(), options));
}

/** @param {Element} anchor @returns {MenuItem[]} what its menu would have now */
export const menuItemsOf = (anchor) => offered.get(anchor)?.() ?? [];

/**
 * Opens a menu under `anchor`: arrows move, Enter takes, Esc or a click elsewhere closes and gives focus back. It
 * closes, too, when `anchor` is scrolled away; a list elsewhere may scroll by itself.
 * @param {HTMLElement} anchor the button that opens it
 * @param {MenuItem[]} items
 * @param {{ label: string }} options
 */
export function openMenu(anchor, items, { label }) {
  const again = anchor.getAttribute('aria-expanded') === 'true';
  closeOpen?.();
  if (again) return;

  const element = el('div', { class: 'menu', role: 'menu', 'aria-label': label });
  const entries = items.map((item) => menuEntry(item, () => close(true)));
  element.append(...entries);

  /** @param {boolean} returnFocus */
  function close(returnFocus) {
    closeOpen = null;
    element.remove();
    anchor.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', onPointerDown, true);
    removeEventListener('resize', closeQuietly);
    document.removeEventListener('scroll', onScroll, true);
    if (returnFocus && anchor.isConnected) anchor.focus();
  }
  const closeQuietly = () => close(false);
  /** @param {Event} event */
  function onScroll({ target }) {
    if (!(/** @type {Node} */ (target).contains(anchor))) return;
    const { left, top } = anchor.getBoundingClientRect();
    if (Math.hypot(left - openedAt.left, top - openedAt.top) > SCROLLED_AWAY_PX) close(false);
    else place(element, anchor);
  }
  /** @param {PointerEvent} event */
  function onPointerDown(event) {
    const target = /** @type {Node} */ (event.target);
    if (!element.contains(target) && !anchor.contains(target)) close(false);
  }

  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      return close(true);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = entries.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    entries[(index + step + entries.length) % entries.length].focus();
  });

  document.body.append(element);
  const openedAt = anchor.getBoundingClientRect();
  place(element, anchor);
  anchor.setAttribute('aria-expanded', 'true');
  closeOpen = closeQuietly;
  document.addEventListener('pointerdown', onPointerDown, true);
  document.addEventListener('scroll', onScroll, true);
  addEventListener('resize', closeQuietly);
  entries[0]?.focus();
}

/**
 * @param {MenuItem} item
 * @param {() => void} close
 * @returns {HTMLElement}
 */
function menuEntry({ label, onSelect, href, download }, close) {
  const take = () => {
    close();
    onSelect?.();
  };
  if (href) {
    return el('a', {
      class: 'menu-item',
      role: 'menuitem',
      tabindex: -1,
      href,
      download,
      text: label,
      on: { click: take },
    });
  }
  return el('button', {
    type: 'button',
    class: 'menu-item',
    role: 'menuitem',
    tabindex: -1,
    text: label,
    on: { click: take },
  });
}

/** Under the anchor, right edges aligned; above it where there is no room below.
 * @param {HTMLElement} element
 * @param {HTMLElement} anchor */
function place(element, anchor) {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = box.bottom + 4 + height <= innerHeight;
  element.style.left = `${Math.max(8, Math.min(box.right - width, innerWidth - width - 8))}px`;
  element.style.top = `${below ? box.bottom + 4 : Math.max(8, box.top - 4 - height)}px`;
}
