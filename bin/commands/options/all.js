/** What each command takes, in the order of the help; each is loaded when it is needed. */
export const TABLES = {
  serve: () => import('./serve.js'),
  open: () => import('./open.js'),
  analyze: () => import('./analyze.js'),
  compare: () => import('./compare.js'),
  path: () => import('./path.js'),
  export: () => import('./export.js'),
  report: () => import('./report.js'),
  simulate: () => import('./simulate.js'),
  whatif: () => import('./whatif.js'),
  capture: () => import('./capture.js'),
  interfaces: () => import('./interfaces.js'),
  index: () => import('./index.js'),
  watch: () => import('./watch.js'),
  query: () => import('./query.js'),
  split: () => import('./split.js'),
  completion: () => import('./completion.js'),
};
