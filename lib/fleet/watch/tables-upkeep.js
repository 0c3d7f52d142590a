/** What goes from the tables: days that are too old, and captures that were read before they were finished. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { TABLES } from '../schema.js';
import { deleteOldSeries } from './series.js';

const DAY = /^day=(\d{4}-\d{2}-\d{2})$/;
const DAY_MS = 86_400_000;
/** A capture's row goes first: a capture whose row is there is there whole. */
const CAPTURES_FIRST = [...TABLES].reverse();

/** @param {string} tables @param {number} keepDays besides today, UTC @param {string} folder of the watch */
export async function deleteOldDays(tables, keepDays, folder) {
  const oldest = new Date(Date.now() - keepDays * DAY_MS).toISOString().slice(0, 10);
  await deleteOldSeries(folder, oldest);
  for (const table of CAPTURES_FIRST) {
    for (const name of await readdir(join(tables, table)).catch(() => [])) {
      const day = DAY.exec(name)?.[1];
      if (day !== undefined && day < oldest) await rm(join(tables, table, name), { recursive: true, force: true });
    }
  }
}

/** @param {string} tables @param {string} capture its key */
export async function deleteCapture(tables, capture) {
  for (const table of CAPTURES_FIRST) {
    for (const day of await readdir(join(tables, table)).catch(() => [])) {
      await rm(join(tables, table, day, `${capture}.parquet`), { force: true });
    }
  }
}
