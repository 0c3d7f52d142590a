/** Settings in an upgrade from HTTP/1.1 (RFC 7540 section 3.2.1). */
import { latin1 } from '../model/latin1.js';

const FIELD = /\nhttp2-settings[ \t]*:[ \t]*([\w-]*)={0,2}[ \t]*\r?\n/i;

/**
 * @param {Uint8Array} head of the request
 * @returns {Uint8Array|null} a SETTINGS frame's payload; null without one
 */
export function upgradeSettings(head) {
  const encoded = FIELD.exec(latin1(head, 0, Math.min(head.length, MAX_HEAD_BYTES)))?.[1];
  if (encoded === undefined || encoded.length % 4 === 1) return null;
  return Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
}

const MAX_HEAD_BYTES = 16 * 1024;
