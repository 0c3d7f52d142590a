/** What the shell hands to a view: types only. */

/**
 * What every view is given. `elsewhere`: where live capture and studies are to be had; null: here.
 * @typedef {{
 *   api: import('./api.js').Api,
 *   events: import('./events.js').Events,
 *   store: import('./captures.js').CaptureStore,
 *   uploads: import('./uploads.js').Uploads,
 *   theme: import('../base/theme.js').Theme,
 *   bar: import('../components/top-bar.js').TopBar,
 *   elsewhere: string | null,
 *   query: import('./types.js').Query,
 *   onQueryChange: (query: import('./types.js').Query, options?: { replace?: boolean }) => void,
 *   navigate: (path: string) => void,
 * }} ViewContext
 */

export {};
