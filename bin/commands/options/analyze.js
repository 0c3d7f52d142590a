/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    FILE: 'a table of the connections',
    'FILE --json': 'statistics of every connection, as one JSON object',
    'FILE --packets': 'one JSON object per line for each TCP segment and QUIC packet',
    'FILE --messages': 'one JSON object per line for each message: HTTP and commands of other protocols',
    'FILE --pages': 'one JSON object per line for each page: requests that belong together, and what held it',
    'FILE --mux': 'one JSON object per line for each WebMUX fragment',
    'FILE --format tcptrace-csv': 'statistics of every connection, as tcptrace -n -l -r --csv prints them',
    'FILE --explain-verdict [FLOW]': `why the first sentence, of the capture or a connection, leads: what was found and
      its cost, what yielded to what, what is not observable and why`,
    'FILE --sender FLOW': `one JSON object per line for each end of a connection that sent data: capture point, round
      trips, bytes in flight, congestion window, phases, limits, what was lost; connections of QUIC are q0, q1 …`,
    'QLOG [--json|--packets|--sender qN]': 'the same of a qlog, what an end wrote of its QUIC connections',
  },
  options: {
    json: { type: 'boolean' },
    packets: { type: 'boolean' },
    messages: { type: 'boolean' },
    pages: { type: 'boolean' },
    mux: { type: 'boolean' },
    format: { type: 'string', value: 'FORMAT' },
    sender: { type: 'string', value: 'FLOW' },
    log: {
      type: 'string',
      value: 'LOG',
      multiple: true,
      text: `with --sender, --json, --explain-verdict or the table, repeatable: what the host recorded beside the capture, or
        an end of QUIC logged (qlog), recognised by its content (docs/host-record.md); without it FILE.sockets, if
        'capture --with-sockets' wrote one`,
    },
    'explain-verdict': { type: 'string', value: 'FLOW', isOptional: true },
    'all-findings': {
      type: 'boolean',
      default: false,
      text: `with --json or the table: looks for findings in connections of up to 2.5 million packets, and in all of
        them; the default is connections of up to 131 072 packets, and as many in total`,
    },
    keylog: {
      type: 'string',
      value: 'KEYFILE',
      text: 'with any of these: decrypts TLS with an SSLKEYLOGFILE; pcapng may contain its own secrets',
    },
    'decode-as': {
      type: 'string',
      value: 'RULE',
      multiple: true,
      text: `with any of these, repeatable: reads connections as a protocol, whatever their content:
        'tcp.port == 50051,http2', 'tcp.stream == 3,tls'`,
    },
    reassembly: {
      type: 'string',
      value: 'POLICY',
      default: 'first',
      text: `which copy counts where segments overlap: first (default), last, or as an operating system does: bsd,
        bsd-right, linux, old-linux, solaris, old-solaris, hpux10, hpux11, irix, windows, windows2k3, vista, macos`,
    },
    'mux-credit': {
      type: 'string',
      value: 'BYTES',
      text: 'with --json: initial credit of WebMUX sessions, instead of the assumed one',
    },
  },
};
