/** The page without a server: captures are read and analysed in the page itself. */
import { keepPlacesBehindHash } from '../base/address.js';
import { startPage } from '../page.js';
import { localApi } from './api.js';
import { startDownloads } from './downloads.js';
import { ELSEWHERE } from './elsewhere.js';
import { localEvents } from './events.js';
import { Fetches, takeAddress } from './handed/from-address.js';
import { takeHandedOver } from './handed/from-page.js';
import { keeping } from './kept/keeping.js';
import { KeptCaptures } from './kept/kept-captures.js';
import { LocalCaptures } from './local-captures.js';
import { ReportBars } from './report-bars.js';
import { openReportHere } from './report-here.js';
import { keepPage } from './reports.js';
import { prepareWorkers } from './session-worker.js';
import { localUploads } from './uploads.js';

keepPlacesBehindHash();
await prepareWorkers();
const captures = new LocalCaptures();
const kept = new KeptCaptures(captures);
const ownReports = openReportHere(captures);
const reportBars = new ReportBars();
keepPage();
// A report shows only itself.
if (ownReports.length === 0) await kept.open();
const fetches = new Fetches();
const fetchAddressed = takeAddress({ captures, fetches });
startDownloads(captures);
const { navigate } = startPage({
  api: localApi(captures, kept),
  events: localEvents(captures),
  createUploads: localUploads(captures, fetches, reportBars),
  elsewhere: ELSEWHERE,
  keeping: keeping(captures, kept),
});
const view = document.getElementById('view');
if (view !== null) reportBars.start(view);
for (const { id, bar } of ownReports) reportBars.add(id, bar);
takeHandedOver(captures, navigate);
void fetchAddressed(navigate);

// A site, not a single file: it is cached for offline use.
if (document.querySelector('link[rel="manifest"]') !== null && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('service-worker.js').catch((error) => {
    console.info('The site is not cached for use without a network.', error);
  });
}
