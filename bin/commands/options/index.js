/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    'FILE… -o DIR [--append] [--all-findings] [--windows] [--path] [--keylog KEYFILE] [--otlp URL] [--json]': `adds captures to
      a folder of tables (Parquet; docs/fleet.md): captures, connections, findings, messages, rtt, and kernel where a
      host recorded its sockets beside the capture (docs/host-record.md); captures that are
      already there are skipped, with or without --append; DIR may be s3://BUCKET/PREFIX, also with --compact, query
      and serve --tables`,
    '--compact DIR -o DIR': 'merges tables into another folder, one file per day and table',
    '--schema': "the tables' columns, as one JSON object",
  },
  options: {
    output: { type: 'string', value: 'DIR', short: 'o' },
    append: { type: 'boolean' }, // the default; accepted for clarity
    'all-findings': { type: 'boolean', default: false },
    windows: {
      type: 'boolean',
      default: false,
      text: 'also writes the table windows: bytes in flight, receive and congestion window per second',
    },
    path: {
      type: 'boolean',
      default: false,
      text: `the FILEs are captures of one path: also writes the table path_segments, what each segment did, with the
        first FILE's rows`,
    },
    keylog: { type: 'string', value: 'KEYFILE' },
    json: { type: 'boolean', default: false, text: 'one line per capture, with figures of each service' },
    otlp: {
      type: 'string',
      value: 'URL',
      text: 'sends connections and requests as spans to an OpenTelemetry collector',
    },
    'spans-after': {
      type: 'string',
      value: 'N',
      text: "with --otlp and --json: sends only a file's spans after the first N, which were sent before",
    },
    compact: { type: 'string', value: 'DIR' },
    schema: { type: 'boolean', default: false },
  },
};
