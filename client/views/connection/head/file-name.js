/**
 * @param {string} captureName
 * @param {number} flow
 * @param {string} ending
 * @returns {string} a file name: "dump-connection-3.svg"
 */
export function fileName(captureName, flow, ending) {
  const plain =
    captureName
      .replace(/\.(gz|pcap|pcapng|cap)\b/gi, '')
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 80) || 'capture';
  return `${plain}-connection-${flow}.${ending}`;
}
