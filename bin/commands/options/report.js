/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    'FILE [--flow N]… [--redact [--keep-paths]|--with-capture] [--keylog KEYFILE] [--log LOG]… [-o FILE]': `one HTML file that shows
      the capture, or some of its connections, in any browser: packets as columns and message headers, not the capture
      itself`,
    '--path FILE FILE [FILE…] [--redact [--keep-paths]|--with-capture] [-o FILE]': `the same of captures of one path, laid
      over each other`,
  },
  options: {
    path: { type: 'boolean', default: false },
    flow: { type: 'string', value: 'N', multiple: true },
    redact: {
      type: 'boolean',
      default: false,
      text: `keeps only known values of header fields and commands (docs/report.md), and replaces addresses, names and
        paths`,
    },
    'keep-paths': {
      type: 'boolean',
      default: false,
      text: 'with --redact: keeps paths, except names and addresses in them',
    },
    'with-capture': { type: 'boolean', default: false, text: 'includes the capture, for download from the page' },
    log: {
      type: 'string',
      value: 'LOG',
      multiple: true,
      text: "as with analyze: a report holds the record of its connections' sockets",
    },
    keylog: { type: 'string', value: 'KEYFILE' },
    'decode-as': { type: 'string', value: 'RULE', multiple: true, text: 'as with analyze' },
    output: { type: 'string', value: 'FILE', short: 'o' },
  },
};
