/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    [`-i INTERFACE|DIR|- -o DIR [--name NAME] [-f FILTER] [-s BYTES] [--file-seconds 60] [--file-mb 256]
      [--keep-mb 4096] [--keep-days N] [--settle 10] [--metrics [HOST:]PORT] [--otlp URL] [--all-findings]
      [--windows] [--keylog KEYFILE] [--with-sockets]`]:
      `runs for weeks: captures on an interface, or reads files as they appear in a
      folder, or standard input, and indexes them, a minute per file; keeps up to --keep-mb of what it captured`,
  },
  operands: false,
  options: {
    interface: { type: 'string', value: 'INTERFACE', short: 'i' },
    output: { type: 'string', value: 'DIR', short: 'o' },
    name: { type: 'string', value: 'NAME' },
    filter: { type: 'string', value: 'FILTER', short: 'f', text: "as with capture: 'tcp or ip6[6]=0', not 'tcp'" },
    'snap-length': { type: 'string', value: 'BYTES', short: 's' },
    'file-seconds': { type: 'string', value: 'SECONDS', default: '60' },
    'file-mb': { type: 'string', value: 'MEGABYTES', default: '256' },
    'keep-mb': { type: 'string', value: 'MEGABYTES', default: '4096' },
    'keep-days': { type: 'string', value: 'N' },
    settle: { type: 'string', value: 'SECONDS', default: '10' },
    metrics: { type: 'string', value: 'PORT', text: 'serves metrics for Prometheus at /metrics' },
    otlp: { type: 'string', value: 'URL', text: 'as with index' },
    'all-findings': { type: 'boolean', default: false },
    windows: { type: 'boolean', default: false },
    keylog: { type: 'string', value: 'KEYFILE' },
    'with-sockets': {
      type: 'boolean',
      default: false,
      text: "also records this host's TCP sockets ten times a second (ss), beside each captured file",
    },
  },
};
