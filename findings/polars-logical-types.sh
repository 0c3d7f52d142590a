#!/usr/bin/env bash
# polars 2.1.0 reads Parquet's JSON and UUID columns as Binary; pyarrow 26.0.1 reads the same file as JSON and UUID.
#
# Expected: text for JSON, which Parquet stores as UTF-8; a string or 16 bytes that are named for UUID.
# Seen:     both are Binary, so `.str` methods and comparisons with a string do not apply.
# For us:   columns of our tables that hold JSON are plain strings (VARCHAR), which all readers take.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund '@duckdb/node-api@1.5.5-r.5'
cat >write.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(`COPY (SELECT '{"a":1}'::JSON AS j, '00000000-0000-4000-8000-000000000001'::UUID AS u, 'a' AS s)
  TO 'x.parquet'`);
JS
node write.mjs
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check 'polars==2.1.0' 'pyarrow==26.0.1'
python/bin/python - <<'PYTHON'
import polars, pyarrow.parquet
by_polars = [str(t) for t in polars.read_parquet('x.parquet').dtypes]
by_arrow = [str(f.type) for f in pyarrow.parquet.read_schema('x.parquet')]
print('polars:', by_polars, 'pyarrow:', by_arrow)
assert by_polars == ['Binary', 'Binary', 'String'], 'changed'
assert by_arrow == ['extension<arrow.json>', 'extension<arrow.uuid>', 'string'], 'changed'
PYTHON
