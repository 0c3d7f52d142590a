import { HostLog } from '../lib/shared/hostlog/host-log.js';
import { RequestError } from './errors.js';

/**
 * @param {Uint8Array} bytes of a file
 * @returns {boolean} whether it may be a qlog, which its capture's analysis has to check
 * @throws {RequestError} 400: it is no log that is known
 */
export function holdsQlog(bytes) {
  const log = new HostLog();
  log.push(bytes);
  log.endFile();
  if (log.qlogs.length > 0) return true;
  if (!log.isEmpty) return false;
  throw new RequestError(
    400,
    'no_host_log',
    'This is no log that is known: output of "ss -tin" needs a line with its time before each sample, such as "@ 1795171656.5".',
  );
}
