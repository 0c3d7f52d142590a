/** @satisfies {import('./parse.js').CommandTable} */
export const TABLE = {
  forms: { 'bash|zsh': 'prints a shell script that completes commands, options and files' },
  options: {},
};
