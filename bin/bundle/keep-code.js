/** Loaded before anything else in the run by which `make.js` shows V8 the bundle: keeps what V8 made of each part, on every thread, as the thread ends. */
import { writeFileSync } from 'node:fs';
import { loaded } from './load.js';

process.once('exit', () => {
  for (const [name, script] of loaded) writeFileSync(new URL(`../../dist/${name}.code`, import.meta.url), script.createCachedData());
});
