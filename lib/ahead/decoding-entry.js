/** Where the thread that reads begins: it waits for its modules, so they are loaded the quick way. */
import { hurry } from './hurry.js';

hurry('./decoding-thread.js', import.meta.url);
await import('./decoding-thread.js');
