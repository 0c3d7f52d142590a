/** A watch over a time range: the figures it recorded for its files, and the connections of its last minutes. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';

import { LOST } from '../../lib/fleet/questions.js';
import { captureRow } from '../../lib/fleet/tables-folder.js';
import { followCaptures } from '../../lib/fleet/watch/followed-captures.js';
import { folderOf, healthOfAll } from '../../lib/fleet/watch/health.js';
import { dayOf, overTime, readSeries, stepSeconds } from '../../lib/fleet/watch/series.js';
import { RequestError } from '../errors.js';

/** @typedef {import('../../lib/fleet/guarded/ask-guarded.js').BoundedAnswer} BoundedAnswer */

/**
 * A watch is followed for a while, with what it captured in the preceding minutes; the result is an ordinary capture.
 */
const FOLLOWED = { earlierSeconds: 300, maxSeconds: 900, maxBytes: 1e9 };
/** 9999-12-31. */
const MAX_EPOCH_SECONDS = 253_402_214_400;
/** Connections of the last minutes in view are listed, those that lost most first. */
const LISTED_SECONDS = 300;
const CONNECTIONS = `
  SELECT capture, connection, "start", client_address || ' ' || client_port AS client,
    coalesce(tls_sni, server_address) AS server, server_port AS port, protocol, state, packets, unique_bytes AS bytes,
    retransmitted_packets AS retransmitted, round(${LOST}, 3) AS lost_seconds, coalesce(title, verdict) AS verdict
  FROM whole_connections LEFT JOIN kinds ON code = verdict
  ORDER BY lost_seconds DESC NULLS LAST, "end" DESC LIMIT 200`;

/** @param {string} tables @param {string} name */
async function watchNamed(tables, name) {
  const watch = (await healthOfAll(tables)).find((one) => one.name === name);
  if (watch) return watch;
  throw new RequestError(404, 'no_watch', 'No watch of this name has written into the tables.');
}

/**
 * Adds what a watch captures to the library, as it arrives.
 * @param {string} tables @param {string} name @param {import('../live/live-captures.js').LiveCaptures} live
 */
export async function followed(tables, name, live) {
  const { source, tool, state } = await watchNamed(tables, name);
  if (tool === null || state === 'stopped') {
    throw new RequestError(409, 'not_capturing', 'This watch does not capture: there is nothing to follow.');
  }
  const { earlierSeconds, ...limits } = FOLLOWED;
  const request = { interface: source, filter: '', snapLength: null, ringBytes: null, ...limits };
  const captures = join(folderOf(tables, name), 'captures');
  const watch = { tool: /** @type {'tcpdump'|'dumpcap'} */ (tool), earlierSeconds };
  return live.start(request, (options) => followCaptures(captures, watch, options));
}

/**
 * @param {string} tables
 * @param {string} name
 * @param {{ from: number, to: number }} stretch
 * @param {(sql: string, only: { day: string, capture: string }[]) => Promise<BoundedAnswer>} answer of some captures
 */
export async function watched(tables, name, { from, to }, answer) {
  const watch = await watchNamed(tables, name);
  if (!(from >= 0 && to > from && to < MAX_EPOCH_SECONDS)) {
    throw new RequestError(400, 'bad_request', '"from" and "to" must be seconds since 1970.');
  }
  const files = await readSeries(folderOf(tables, name), { from, to });
  const listedFrom = Math.max(from, to - LISTED_SECONDS);
  /** @type {{ day: string, capture: string }[]} */
  const listed = [];
  for (const { start, capture } of files.filter((file) => file.start + file.seconds >= listedFrom)) {
    const one = { day: dayOf(start), capture };
    const isThere = await access(captureRow(tables, one)).then(
      () => true,
      () => false, // it was replaced, or its day deleted
    );
    if (isThere) listed.push(one);
  }
  const step = stepSeconds({ from, to });
  return {
    ...{ watch, stepSeconds: step, times: overTime(files, step), listedFrom },
    connections: listed.length === 0 ? { columns: [], rows: [], isCut: false } : await answer(CONNECTIONS, listed),
  };
}
