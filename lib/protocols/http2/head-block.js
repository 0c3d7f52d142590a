/** A decoded header list as bytes for the store of heads: lengths before texts, so that no character needs escaping. */

/** @typedef {import('./hpack.js').Field} Field */

/**
 * ```
 *  header block's bytes on the wire (4) | then each field: name's length (4) | value's length (4) | name | value
 * ```
 * @param {Field[]} fields
 * @param {number} wireBytes
 * @returns {Uint8Array}
 */
export function packHead(fields, wireBytes) {
  const bytes = new Uint8Array(4 + fields.reduce((sum, [name, value]) => sum + 8 + name.length + value.length, 0)), view = new DataView(bytes.buffer);
  view.setUint32(0, wireBytes);
  let at = 4;
  for (const [name, value] of fields) {
    view.setUint32(at, name.length);
    view.setUint32(at + 4, value.length);
    at = put(bytes, put(bytes, at + 8, name), value);
  }
  return bytes;
}

/** @param {Uint8Array} bytes @param {number} at @param {string} text */
function put(bytes, at, text) {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** @param {Uint8Array} bytes as `packHead` made them @returns {{ fields: Field[], wireBytes: number }} */
export function unpackHead(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), fields = /** @type {Field[]} */ ([]);
  for (let at = 4; at < bytes.length;) {
    const name = view.getUint32(at), value = view.getUint32(at + 4);
    fields.push([text(bytes, at + 8, name), text(bytes, at + 8 + name, value)]);
    at += 8 + name + value;
  }
  return { fields, wireBytes: view.getUint32(0) };
}

/** @param {Uint8Array} bytes @param {number} start @param {number} length */
function text(bytes, start, length) {
  let out = '';
  for (let i = start; i < start + length; i += 8192) out += String.fromCharCode(...bytes.subarray(i, Math.min(start + length, i + 8192)));
  return out;
}
