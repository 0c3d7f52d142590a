/** What the shell passes to a view: types only. */

/**
 * What a page without a server offers to keep captures: a line below their list, and entries of a capture's menu.
 * @typedef {{ element: HTMLElement, actions: (capture: import('./types.js').Capture) =>
 *   import('../components/menu.js').MenuItem[] }} Keeping
 */
/**
 * What every view is given. `elsewhere`: where live capture and studies are available; null: here.
 * @typedef {{
 *   api: import('./api.js').Api,
 *   events: import('./events.js').Events,
 *   store: import('./captures.js').CaptureStore,
 *   uploads: import('./uploads.js').Uploads,
 *   theme: import('../base/theme.js').Theme,
 *   bar: import('../components/top-bar.js').TopBar,
 *   elsewhere: string | null,
 *   keeping?: Keeping,
 *   query: import('./types.js').Query,
 *   onQueryChange: (query: import('./types.js').Query, options?: { replace?: boolean }) => void,
 *   navigate: (path: string) => void,
 * }} ViewContext
 */
/**
 * What a view of a capture is given. `onMissing`: there is no such capture, or no such part of it.
 * @typedef {ViewContext & { captureId: string, onMissing: () => void }} CaptureViewContext
 */

export {};
