/** `npm run build:file`: the page as one file, `dist/selfclock.html`. */
import { mkdir, writeFile } from 'node:fs/promises';

import { wholeFile } from '../lib/files/whole-files.js';
import { ROOT } from './page/bundle.js';
import { singleFile } from './page/file.js';

await mkdir(`${ROOT}dist`, { recursive: true });
const page = await singleFile();
await wholeFile(`${ROOT}dist/selfclock.html`, (part) => writeFile(part, page));
