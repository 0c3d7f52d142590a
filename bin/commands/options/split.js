/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    'FILE --parts N [--by connection] [-o DIR]': `splits a capture into N files and prints their names; each
      connection, with its fragments and ICMP errors, is in one`,
  },
  options: {
    parts: { type: 'string', value: 'N' },
    by: { type: 'string', value: 'UNIT', default: 'connection' },
    output: { type: 'string', value: 'DIR', short: 'o', default: '.' },
  },
};
