/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    'FILE --flow N --format pcap [-o FILE]': `the connection's packets, as captured; as pcapng if they have several
      interfaces, or a time before 1970 or from 2106 on`,
    'FILE --flow N --format csv [-o PATH]':
      'its packets as a table; a PATH that does not end in .csv is a directory, which gets a file for each series',
    'FILE --flow N --format xplot [-o DIR]': "the connection's graphs, as tcptrace -G draws them",
    'FILE [--flow N] --format har [--no-bodies] [--keylog KEYFILE] [-o FILE]':
      "HTTP exchanges of one or all connections, for browsers' developer tools",
    'FILE --flow qN --format qlog [--keylog KEYFILE] [-o FILE]':
      'a connection of QUIC as qlog 0.3 (a .sqlog file), for qvis and other readers',
    'FILE --flow N --format stream [--hex] [--layer tcp|tls|websocket] [--keylog KEYFILE] [-o FILE]':
      'the bytes of both directions in order, decrypted if possible',
    'FILE --flow N --format body --message INDEX [--decoded] [--keylog KEYFILE] [-o FILE]':
      'the body of a message (its "index" in analyze --messages)',
  },
  options: {
    flow: { type: 'string', value: 'N' },
    format: { type: 'string', value: 'FORMAT' },
    output: { type: 'string', value: 'PATH', short: 'o' },
    'no-bodies': { type: 'boolean', default: false },
    hex: { type: 'boolean', default: false },
    layer: { type: 'string', value: 'LAYER', text: 'this layer instead of the innermost' },
    message: { type: 'string', value: 'INDEX' },
    decoded: { type: 'boolean', default: false, text: 'undoes gzip, deflate, br, zstd and permessage-deflate' },
    keylog: { type: 'string', value: 'KEYFILE' },
    'decode-as': { type: 'string', value: 'RULE', multiple: true, text: 'with any of these: as with analyze' },
  },
};
