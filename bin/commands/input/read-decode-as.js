import { UsageError } from '../usage-error.js';

/**
 * The rules of `--decode-as`; their module is loaded only if there are any.
 * @param {readonly string[]} [texts]
 * @throws {UsageError} one of them says nothing that can be done
 */
export async function readDecodeAs(texts) {
  if (texts === undefined) return null;
  const { DecodeAs, DecodeAsError } = await import('../../../lib/protocols/decode-as.js');
  try {
    return DecodeAs.of(texts);
  } catch (error) {
    throw error instanceof DecodeAsError ? new UsageError(`--decode-as: ${error.message}`) : error;
  }
}
