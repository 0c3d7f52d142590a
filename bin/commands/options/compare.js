/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: { 'FILE FILE… [--json]': 'what each capture cost: packets, segments, time, bandwidth' },
  options: { json: { type: 'boolean' } },
};
