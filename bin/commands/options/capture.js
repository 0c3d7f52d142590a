/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    '-i INTERFACE [-f FILTER] [-w FILE] [--json] [-s BYTES] [-a SECONDS] [--with-sockets [--sockets-filter FILTER]]':
      'captures until Ctrl-C; FILE may be - for standard output',
  },
  operands: false,
  options: {
    interface: { type: 'string', value: 'INTERFACE', short: 'i' },
    filter: {
      type: 'string',
      value: 'FILTER',
      short: 'f',
      text: `in the language of pcap-filter(7). tcp and port N miss IPv6 jumbograms (BIG TCP): give 'tcp or ip6[6]=0',
        'port 443 or ip6[6]=0'`,
    },
    write: { type: 'string', value: 'FILE', short: 'w' },
    json: { type: 'boolean' },
    'snap-length': { type: 'string', value: 'BYTES', short: 's' },
    seconds: { type: 'string', value: 'SECONDS', short: 'a' },
    'with-sockets': {
      type: 'boolean',
      default: false,
      text: "also records this host's TCP sockets ten times a second (ss), in FILE.sockets: analyze --sender shows them",
    },
    'sockets-filter': { type: 'string', value: 'FILTER', text: "of these, in the language of ss(8): 'dport = :443'" },
  },
};
