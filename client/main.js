/** The page of a server. */
import { startPage } from './page.js';
import { api } from './state/api.js';
import { connectEvents } from './state/events.js';
import { createUploads } from './state/uploads.js';

startPage({ api, events: connectEvents(), createUploads, elsewhere: null });
