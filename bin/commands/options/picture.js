/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: {
    'FILE -o PICTURE [--flow N] [--keylog KEYFILE] [--decode-as RULE]… [--dark]':
      'draws a connection in one picture to send, as png, svg or pdf by its name: what was wrong, whose the time was, the diagram, the figures; without --flow, and with several connections, all of the capture',
  },
  options: {
    output: { type: 'string', short: 'o', value: 'PICTURE' },
    flow: { type: 'string', value: 'N' },
    keylog: { type: 'string', value: 'KEYFILE' },
    'decode-as': { type: 'string', value: 'RULE', multiple: true, text: 'as with analyze' },
    dark: { type: 'boolean', default: false, text: 'the dark theme; only of a png' },
  },
};
