/** @param {string} file @returns {string} without its folder */
const nameOf = (file) => (file === '-' ? 'standard input' : file.slice(file.search(/[^/\\]*$/)));
/** Endings of captures' names, and what separates the parts of a name. */
const ENDINGS = /(?:\.(?:pcapng|pcap|cap|snoop|dmp|gz))+$/i;
const SEPARATORS = /[.\-_ ]/;

/**
 * What tells files apart: their names without folders and endings, and without the parts that all of them begin with.
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function labelsOf(files) {
  const names = files.map(nameOf);
  const stems = names.map((name) => name.replace(ENDINGS, ''));
  let shared = 0;
  for (let at = 0; stems.every((stem) => stem[at] !== undefined && stem[at] === stems[0][at]); at++) {
    if (SEPARATORS.test(stems[0][at])) shared = at + 1;
  }
  const labels = stems.map((stem) => stem.slice(shared));
  return new Set(labels).size === labels.length && labels.every((label) => label !== '') ? labels : names;
}
