/** `npm run build:site`: the page as static files, in `dist/site/`. */
import { ROOT } from './page/bundle.js';
import { buildSite } from './page/site.js';

await buildSite(`${ROOT}dist/site`);
