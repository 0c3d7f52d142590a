/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  operands: false,
  forms: {
    '--root DIR… [--data DIR] [--tables DIR] [--redact] [--port PORT]':
      'answers assistants over the Model Context Protocol: on standard input and output, or with --port over HTTP on this machine',
  },
  options: {
    root: {
      type: 'string',
      value: 'DIR',
      multiple: true,
      text: 'captures below it may be read, no others; repeatable',
    },
    data: { type: 'string', value: 'DIR', text: 'data folder of a server, whose capture library may be read' },
    tables: { type: 'string', value: 'DIR', text: 'tables that index or watch wrote' },
    redact: {
      type: 'boolean',
      default: false,
      text: 'answers hold stand-ins instead of addresses, names and contents',
    },
    port: { type: 'string', value: 'PORT', text: 'of 127.0.0.1; the token is $SELFCLOCK_MCP_TOKEN, or printed' },
  },
};
