import { print } from './output.js';
import { optionsOf, USAGE } from './usage.js';
import { UsageError } from './usage-error.js';

/** Commands with their options, as the help has them. */
const OPTIONS = new Map(
  [...USAGE.matchAll(/^ {2}selfclock ([a-z]+) /gm)].map(([, command]) => [command, optionsOf(command)]),
);
const COMMANDS = [...OPTIONS.keys()];

/** @param {(options: string) => string} entry of a command @returns {string} a line for each command with options */
const cases = (entry) =>
  [...OPTIONS]
    .filter(([, options]) => options.length > 0)
    .map(([command, options]) => `    ${command}) ${entry(options.join(' '))} ;;\n`)
    .join('');

const SCRIPTS = {
  bash: () => `# selfclock completion bash > /etc/bash_completion.d/selfclock
_selfclock() {
  local word=\${COMP_WORDS[COMP_CWORD]} options=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${COMMANDS.join(' ')}' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases((options) => `options='${options}'`)}  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _selfclock selfclock
`,
  zsh: () => `#compdef selfclock
# selfclock completion zsh > "\${fpath[1]}/_selfclock"
_selfclock() {
  local -a options
  if (( CURRENT == 2 )); then
    compadd ${COMMANDS.join(' ')}
    return
  fi
  case $words[2] in
${cases((options) => `options=(${options})`)}  esac
  if [[ $words[CURRENT] == -* ]]; then compadd -- $options; else _files; fi
}
compdef _selfclock selfclock
`,
};

/**
 * `completion bash|zsh`: prints a script that completes commands, options and files, generated from the help.
 * @param {string[]} args
 * @returns {Promise<number>} exit status
 */
export async function completion(args) {
  const [shell] = args;
  if (args.length !== 1 || (shell !== 'bash' && shell !== 'zsh')) throw new UsageError('completion takes bash or zsh');
  await print(SCRIPTS[shell]());
  return 0;
}
