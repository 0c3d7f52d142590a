/** @param {Blob} file plain or gzip, of UTF-16 where it says so @returns {Promise<string>} */
export async function keyLogTextOf(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0x1f && second === 0x8b) {
    const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip'));
    return keyLogTextOf(await new Response(unpacked).blob());
  }
  return new TextDecoder(charsetOf(first, second)).decode(await file.arrayBuffer());
}

/** By a byte order mark. @param {number} first @param {number} second byte */
function charsetOf(first, second) {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
