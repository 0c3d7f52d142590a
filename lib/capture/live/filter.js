import { LiveCaptureError } from './live-error.js';
import { privilegeProblem } from './privilege.js';
import { askTool, complaintOf, mentionsPermission } from './run-tool.js';

/** Characters of a capture filter. */
export const MAX_FILTER_LENGTH = 4096;

/**
 * Has the tool compile a filter for an interface, which also shows whether it may be opened. An empty filter takes
 * everything.
 * @param {import('./tool/tool.js').CaptureTool} tool
 * @param {string} interfaceName one of the listed interfaces
 * @param {string} filter in the language of pcap-filter(7)
 * @returns {Promise<LiveCaptureError|null>} null: it may start. A bad filter's error holds the tool's own sentence
 */
export async function checkFilter(tool, interfaceName, filter) {
  if (filter.length > MAX_FILTER_LENGTH) {
    return new LiveCaptureError(
      'bad_filter',
      `The filter has ${filter.length} characters; at most ${MAX_FILTER_LENGTH} are allowed.`,
    );
  }
  if (filter.includes('\0')) {
    return new LiveCaptureError('bad_filter', 'The filter has a NUL character in it; remove it.');
  }
  // The values follow an option or `--`, so that one with a leading dash is no option itself.
  const { ok, stdout, stderr } = await askTool(tool, tool.filterArguments(interfaceName, filter));
  // dumpcap exits with 0 whatever happens, but prints the compiled program only when there is one.
  if (ok && stdout.includes('(000)')) return null;
  return errorFor(tool, interfaceName, stderr);
}

/**
 * @param {import('./tool/tool.js').CaptureTool} tool
 * @param {string} interfaceName
 * @param {string} stderr
 */
function errorFor(tool, interfaceName, stderr) {
  if (mentionsPermission(stderr)) {
    const { message, command } = privilegeProblem(tool);
    return new LiveCaptureError('no_permission', message, command);
  }
  if (/no such device|no device named|doesn't exist/i.test(stderr)) return noSuchInterface(interfaceName, []);
  const wrapped = /isn't a valid capture filter \((.*)\)\./.exec(stderr);
  const sentence = wrapped ? wrapped[1] : complaintOf(stderr);
  if (!sentence) return new LiveCaptureError('failed', `${tool.name} did not answer when asked about the filter.`);
  return new LiveCaptureError('bad_filter', `The filter is not valid: ${sentence}.`.replace(/\.\.$/, '.'));
}

/**
 * @param {string} name
 * @param {string[]} names of the existing ones
 */
export function noSuchInterface(name, names) {
  const there = names.length ? `; there are ${names.join(', ')}` : '';
  return new LiveCaptureError('no_interface', `There is no interface “${name}” to capture on${there}.`);
}
