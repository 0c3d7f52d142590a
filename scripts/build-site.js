/** `npm run build:site`: the page as static files, in `dist/site/`. */
import { statusLine } from '../bin/commands/progress.js';
import { ROOT } from './page/bundle.js';
import { buildSite } from './page/site.js';

const { show, clear } = statusLine();
await buildSite(`${ROOT}dist/site`, show).finally(clear);
