/** A process that joins the files of a live capture, to be killed. */
import { joinSpool } from '../../../server/library/join-spool.js';

const [folder, target] = process.argv.slice(2);
process.send?.('begun');
await joinSpool(folder, target);
process.disconnect();
