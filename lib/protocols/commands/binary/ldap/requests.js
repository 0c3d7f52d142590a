/** What requests of LDAP are about (RFC 4511 sections 4.2 to 4.14). */
import { shownText } from '../../shown-text.js';
import { elementAt, numberIn } from './ber.js';
import { filterText } from './filter.js';
import { operationName, REQUEST } from './names.js';

/** @typedef {import('./ber.js').Element} Element */

const SCOPES = ['base', 'one', 'sub', 'children'];
const SIMPLE = 0x80;
/** Between a search's scope and its filter: aliases, limits, whether types alone are wanted. */
const FIELDS_BEFORE_FILTER = 4;

/** Reads elements one after the other. */
export class Elements {
  #bytes;
  #at;
  #end;

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  constructor(bytes, start, end) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** @returns {Element|null} null: it is not available */
  next() {
    const element = elementAt(this.#bytes, this.#at, this.#end);
    this.#at = element?.next ?? this.#end;
    return element;
  }

  text() {
    const element = this.next();
    return element === null ? '' : shownText(this.#bytes, element.start, element.end);
  }

  number() {
    const element = this.next();
    return element === null ? 0 : numberIn(this.#bytes, element.start, element.end);
  }
}

/**
 * Without passwords.
 * @param {number} tag of the request @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {string}
 */
export function subjectOf(tag, bytes, start, end) {
  const elements = new Elements(bytes, start, end);
  switch (tag) {
    case REQUEST.BIND: {
      elements.number();
      const name = elements.text();
      const method = elements.next();
      if (method === null || method.tag === SIMPLE) return name || 'anonymous';
      return [name, new Elements(bytes, method.start, method.end).text()].filter(Boolean).join(' ');
    }
    case REQUEST.SEARCH: {
      const base = elements.text();
      const scope = SCOPES[elements.number()] ?? '';
      for (let left = FIELDS_BEFORE_FILTER; left > 0; left--) elements.next();
      return [base && `“${base}”`, scope, filterText(bytes, elements.next())].filter(Boolean).join(' ');
    }
    case REQUEST.DELETE:
      return shownText(bytes, start, end);
    case REQUEST.ABANDON:
      return `message ${numberIn(bytes, start, end)}`;
    case REQUEST.UNBIND:
      return '';
    case REQUEST.EXTENDED:
      return operationName(elements.text());
    default:
      return elements.text();
  }
}
