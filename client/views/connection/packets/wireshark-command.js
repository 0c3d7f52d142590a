const PLAIN_NAME = /^[\w.@%+=-][\w./@%+=-]*$/;

/**
 * @param {string} captureName
 * @param {number} frame
 * @returns {string} a command that opens the file of that name in Wireshark, at the packet
 */
export function wiresharkCommand(captureName, frame) {
  const isPlain = PLAIN_NAME.test(captureName) && !captureName.startsWith('-');
  const file = isPlain ? captureName : `'${captureName.replaceAll("'", String.raw`'\''`)}'`;
  return `wireshark -r ${file} -g ${frame}`;
}
