#!/usr/bin/env bash
# DuckDB 1.5.5 writes infinite and not-a-number values bare into JSON files, and calls such text valid.
#
# Expected: null, a string or an error: RFC 8259 (section 6) has no such numbers, and JSON.parse refuses them.
# Seen:     COPY … TO 'x.json' writes {"up":Infinity,"none":NaN}; json_valid() of it is true; reading it back gives both values.
# For us:   ratios over an empty window are such values; `query --json` does not take its rows from DuckDB's JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund '@duckdb/node-api@1.5.5-r.5'
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(`COPY (SELECT 'infinity'::DOUBLE AS up, 'nan'::DOUBLE AS "none") TO 'x.json'`);
const text = readFileSync('x.json', 'utf8').trim();
const [valid] = (await connection.runAndReadAll(`SELECT json_valid('${text}')`)).getRows()[0];
console.log(text, 'json_valid:', valid);
assert.equal(text, '{"up":Infinity,"none":NaN}', 'changed');
assert.equal(valid, true, 'changed');
assert.throws(() => JSON.parse(text), SyntaxError);
JS
node run.mjs
