import { DecodeAs, DecodeAsError } from '../../lib/protocols/decode-as.js';
import { RequestError } from '../errors.js';

/**
 * @param {unknown} rules
 * @throws {RequestError} 400 they are no list of rules, or one of them cannot be followed
 */
export function checkDecodeAs(rules) {
  if (!Array.isArray(rules) || !rules.every((rule) => typeof rule === 'string')) {
    throw new RequestError(400, 'bad_request', 'rules must be a list of strings.');
  }
  try {
    DecodeAs.of(rules);
  } catch (error) {
    throw error instanceof DecodeAsError ? new RequestError(400, 'bad_request', `Decode as: ${error.message}.`) : error;
  }
}
