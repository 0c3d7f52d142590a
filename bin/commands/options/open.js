/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    'FILE [--frame N] [--port 8080] [--no-browser]': `opens a capture in the browser, or the connection that frame N
      belongs to, in the running server or in a new one that keeps running`,
  },
  options: {
    frame: { type: 'string', value: 'N' },
    port: { type: 'string', value: 'PORT', default: '8080' },
    'no-browser': { type: 'boolean', default: false },
  },
};
