/**
 * @typedef {{ id: number, name: string, addr: string, mss: number, win: number, rttMs: number }} WorkloadHost win: most
 *   bytes in flight
 */
/**
 * One request of the file. `server` is the time in seconds from the request to the response's last byte at the server,
 * which releases it at a regular pace (`pace: mean`).
 * @typedef {{ id: number, day: number, t: number, host: number, req: number, res: number, server: number, pace: 'mean',
 *   sample: boolean }} WorkloadRequest
 */
/**
 * @typedef {{ source: string, seed: number, days: number, daySeconds: number, hosts: WorkloadHost[], requests:
 *   WorkloadRequest[] }}
 *   Workload requests: in the file's order, which is that of days, then of time
 */

/** A workload file that cannot be read; the message names the line. */
class WorkloadError extends Error {}

/** @param {string} line @param {number} number */
function parsed(line, number) {
  try {
    return JSON.parse(line);
  } catch {
    throw new WorkloadError(`line ${number} is not JSON`);
  }
}

/** @param {any} head */
function isHead({ v, kind, days, daySeconds, hosts }) {
  return (
    v === 1 &&
    kind === 'workload' &&
    days >= 1 &&
    daySeconds > 0 &&
    Array.isArray(hosts) &&
    hosts.length > 0 &&
    hosts.every(({ mss, win, rttMs }) => mss >= 64 && win >= mss && rttMs >= 0)
  );
}

/** @param {any} request @param {any} head */
function isRequest({ day, t, host, req, res, server, pace }, { days, daySeconds, hosts }) {
  return (
    Number.isInteger(day) &&
    day >= 1 &&
    day <= days &&
    t >= 0 &&
    t < daySeconds &&
    host in hosts &&
    req >= 80 &&
    res >= 100 &&
    server >= 0 &&
    pace === 'mean'
  );
}

/**
 * @param {string} text lines of JSON: a head, then a request each
 * @returns {Workload}
 * @throws {WorkloadError}
 */
export function readWorkload(text) {
  const [head, ...requests] = text
    .trimEnd()
    .split('\n')
    .map((line, index) => parsed(line, index + 1));
  if (!head || !isHead(head)) throw new WorkloadError('line 1 is not the header of a workload');
  requests.forEach((request, index) => {
    if (!isRequest(request, head)) throw new WorkloadError(`line ${index + 2} is not a request`);
  });
  return {
    source: head.source,
    seed: head.seed,
    days: head.days,
    daySeconds: head.daySeconds,
    hosts: head.hosts,
    requests,
  };
}
