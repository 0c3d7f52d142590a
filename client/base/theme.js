/**
 * Dark and light. The system's preference holds until the user switches; then the choice is remembered.
 */

const storageKey = 'selfclock-theme';

/** Colour tokens that drawings read; the same names as the custom properties in styles/tokens.css. */
const tokenNames = /** @type {const} */ ([
  'bg0',
  'bg1',
  'bg2',
  'bg3',
  'line1',
  'line2',
  'line3',
  'ink1',
  'ink2',
  'ink3',
  'c2s',
  's2c',
  'ack',
  'win',
  'cwnd',
  'retx',
  'ooo',
  'sack',
  'net',
  'mHtml',
  'mCss',
  'mJs',
  'mImg',
  'mFont',
  'mData',
]);

/** @typedef {'dark' | 'light'} ThemeName */
/** @typedef {Record<typeof tokenNames[number], string>} Colours CSS colours, fit for a canvas */

/**
 * @typedef {{
 *   name: () => ThemeName,
 *   colours: () => Colours,
 *   coloursOf: (name: ThemeName) => Colours,
 *   toggle: () => void,
 *   lend: (name: ThemeName) => void,
 *   subscribe: (listener: () => void) => () => void,
 * }} Theme `lend` another for a while, not remembered; `subscribe` calls back after each
 *   change and returns how to stop it
 */

/** @type {Colours | null} */
let cached = null;
/** @type {Set<() => void>} */
const listeners = new Set();
const root = document.documentElement;

/** @param {ThemeName} name */
function apply(name) {
  root.dataset.theme = name;
  changed();
}

function changed() {
  cached = null;
  for (const listener of [...listeners]) listener();
}

function remembered() {
  try {
    return localStorage.getItem(storageKey);
  } catch (error) {
    console.info('The theme is not remembered: storage is blocked.', error);
    return null;
  }
}

/** @param {ThemeName} name */
function remember(name) {
  try {
    localStorage.setItem(storageKey, name);
  } catch (error) {
    console.info('The theme is not remembered: storage is blocked.', error);
  }
}

/** @returns {Colours} */
function readColours() {
  const style = getComputedStyle(root);
  return /** @type {Colours} */ (
    Object.fromEntries(tokenNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]))
  );
}

/** @type {Theme} */
export const theme = {
  name: () => (root.dataset.theme === 'light' ? 'light' : 'dark'),
  colours() {
    cached ??= readColours();
    return cached;
  },
  // Files are drawn in the light theme whatever the page has; nothing is painted in between.
  coloursOf(name) {
    const before = root.dataset.theme;
    root.dataset.theme = name;
    const colours = readColours();
    if (before === undefined) delete root.dataset.theme;
    else root.dataset.theme = before;
    return colours;
  },
  toggle() {
    const name = theme.name() === 'light' ? 'dark' : 'light';
    remember(name);
    apply(name);
  },
  lend: apply,
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

matchMedia('(prefers-color-scheme: light)').addEventListener('change', (event) => {
  if (!remembered()) apply(event.matches ? 'light' : 'dark');
});
matchMedia('(forced-colors: active)').addEventListener('change', changed);
