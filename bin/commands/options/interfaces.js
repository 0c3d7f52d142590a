/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: { '[--json]': 'interfaces that can be captured on' },
  operands: false,
  options: { json: { type: 'boolean' } },
};
