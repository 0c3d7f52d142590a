#!/usr/bin/env bash
# DuckDB 1.5.5 writes two types to Parquet that come back as others, without a warning; and its Node.js API 1.5.5-r.5 shows the
# date `-infinity` as a day.
#
# Expected: what is written is read back, or refused: HUGEINT is the type of every SUM of integers, so it lands in many files.
# Seen:     HUGEINT becomes DOUBLE: 9007199254740993 comes back as …992; TIMETZ loses its zone (12:00+02 is 10:00+00); the date
#           -infinity comes back right, but getRowObjectsJson() makes 5877642-06-24 (BC) of it (a timestamp stays 'infinity').
# For us:   sums in our tables are cast to BIGINT before they are written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund '@duckdb/node-api@1.5.5-r.5'
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(`COPY (SELECT 9007199254740993::HUGEINT AS big, '12:00:00+02'::TIMETZ AS hour, '-infinity'::DATE AS day,
  'infinity'::TIMESTAMP AS moment) TO 'x.parquet'`);
const [row] = (
  await connection.runAndReadAll(`SELECT typeof(big) AS type, big::BIGINT::VARCHAR AS big, hour::VARCHAR AS hour,
    day::VARCHAR AS day, day AS shown, moment FROM 'x.parquet'`)
).getRowObjectsJson();
console.log(row);
assert.deepEqual(
  row,
  {
    type: 'DOUBLE',
    big: '9007199254740992',
    hour: '10:00:00+00',
    day: '-infinity',
    shown: '5877642-06-24 (BC)',
    moment: 'infinity',
  },
  'changed',
);
JS
node run.mjs
