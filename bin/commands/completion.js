import { TABLES } from './options/all.js';
import { print } from './output.js';
import { UsageError } from './usage-error.js';

const COMMANDS = [...Object.keys(TABLES), 'help'].join(' ');

/** @typedef {[command: string, options: string]} Completed */

/** @returns {Promise<Completed[]>} */
function completed() {
  return Promise.all(
    Object.entries(TABLES).map(async ([command, load]) => {
      /** @type {{ TABLE: import('./options/parse.js').CommandTable }} */
      const { TABLE } = await load();
      const names = Object.entries(TABLE.options).flatMap(([name, { short }]) => [
        short ? `-${short}` : '',
        `--${name}`,
      ]);
      return /** @type {Completed} */ ([command, names.filter(Boolean).join(' ')]);
    }),
  );
}

/** @param {Completed[]} all @param {(options: string) => string} entry of a command */
const cases = (all, entry) => all.map(([command, options]) => `    ${command}) ${entry(options)} ;;\n`).join('');

const SCRIPTS = {
  bash: (/** @type {Completed[]} */ all) => `# selfclock completion bash > /etc/bash_completion.d/selfclock
_selfclock() {
  local word=\${COMP_WORDS[COMP_CWORD]} options=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${COMMANDS}' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases(all, (options) => `options='${options}'`)}  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _selfclock selfclock
`,
  zsh: (/** @type {Completed[]} */ all) => `#compdef selfclock
# selfclock completion zsh > "\${fpath[1]}/_selfclock"
_selfclock() {
  local -a options
  if (( CURRENT == 2 )); then
    compadd ${COMMANDS}
    return
  fi
  case $words[2] in
${cases(all, (options) => `options=(${options})`)}  esac
  if [[ $words[CURRENT] == -* ]]; then compadd -- $options; else _files; fi
}
compdef _selfclock selfclock
`,
};

/**
 * `completion bash|zsh`: prints a script that completes commands, options and files.
 * @param {import('./options/parse.js').Given<'completion'>} given
 * @returns {Promise<number>} exit status
 */
export async function completion({ positionals }) {
  const [shell] = positionals;
  if (positionals.length !== 1 || (shell !== 'bash' && shell !== 'zsh')) {
    throw new UsageError('completion takes bash or zsh');
  }
  await print(SCRIPTS[shell](await completed()));
  return 0;
}
