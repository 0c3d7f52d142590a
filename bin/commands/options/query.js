/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    "'select …' DIR [--json|--csv]": '',
    '--ask QUESTION DIR [--json|--csv]':
      'queries the tables with SQL (DuckDB), or with a named question; --ask help lists them',
  },
  options: { ask: { type: 'string', value: 'QUESTION' }, json: { type: 'boolean' }, csv: { type: 'boolean' } },
};
