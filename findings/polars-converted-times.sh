#!/usr/bin/env bash
# polars 2.1.0 takes a Parquet time that has only the old, converted type (TIMESTAMP_MICROS) for one without a zone.
#
# Expected: UTC, as the format says of that type (LogicalTypes.md: the same as TIMESTAMP with isAdjustedToUTC=true), and as
#           pyarrow reads it.
# Seen:     Datetime('us') without a zone from a file of hyparquet-writer, an ordinary writer of converted types; with the
#           zone where the logical type is there as well.
# For us:   our tables have the converted type: in polars their times need `.dt.replace_time_zone('UTC')` (docs/fleet.md).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save --prefix "$folder" hyparquet-writer@0.17.0
cat > write.mjs <<'JAVASCRIPT'
import { fileWriter, parquetWrite } from 'hyparquet-writer';
const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' };
for (const [name, more] of [['converted', {}], ['logical', { logical_type }]]) {
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'time', type: 'INT64', converted_type: 'TIMESTAMP_MICROS', repetition_type: 'REQUIRED', ...more },
  ];
  await parquetWrite({ writer: fileWriter(`${name}.parquet`), schema, columnData: [{ name: 'time', data: [1n] }] });
}
JAVASCRIPT
node write.mjs
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check 'polars==2.1.0' 'pyarrow==26.0.1'
python/bin/python - <<'PYTHON'
import polars, pyarrow.parquet
seen = {
    name: (
        str(pyarrow.parquet.read_schema(f'{name}.parquet').field('time').type),
        polars.scan_parquet(f'{name}.parquet').collect_schema()['time'].time_zone,
    )
    for name in ['converted', 'logical']
}
print(seen)
assert seen == {
    'converted': ('timestamp[us, tz=UTC]', None),
    'logical': ('timestamp[us, tz=UTC]', 'UTC'),
}, 'changed'
PYTHON
