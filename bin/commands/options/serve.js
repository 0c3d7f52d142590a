/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    '[FILE…] [--port 8080] [--host 127.0.0.1] [--data DIR] [--tables DIR] [--allow-sql]':
      'starts the dashboard; FILE may be - for standard input',
  },
  options: {
    port: { type: 'string', value: 'PORT', default: '8080' },
    host: { type: 'string', value: 'HOST', default: '127.0.0.1' },
    data: { type: 'string', value: 'DIR', text: 'where the capture library is kept' },
    tables: { type: 'string', value: 'DIR', text: 'shows the tables that index or watch wrote, at /fleet' },
    'allow-sql': {
      type: 'boolean',
      default: false,
      text: 'accepts SQL queries of the tables from other machines, too',
    },
  },
};
