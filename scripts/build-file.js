/** `npm run build:file`: the page as one file, `dist/selfclock.html`. */
import { mkdir, writeFile } from 'node:fs/promises';

import { ROOT } from './page/bundle.js';
import { singleFile } from './page/file.js';

await mkdir(`${ROOT}dist`, { recursive: true });
await writeFile(`${ROOT}dist/selfclock.html`, await singleFile());
