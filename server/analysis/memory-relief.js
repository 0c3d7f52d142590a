/**
 * Shares of the process's memory at which action is taken; what a thread allocates between two checks must fit in
 * between.
 */
const EASE_SHARE = 0.6;
const STOP_SHARE = 0.8;
const END_SHARE = 0.9;

/**
 * @typedef {object} MemoryUser a capture that has a thread
 * @property {boolean} isReading
 * @property {boolean} isAsked
 * @property {boolean} isWatched by a page
 * @property {boolean} isStopping it was told to stop reading
 * @property {boolean} canWait reading may restart later: its bytes are on disk, and stay there
 * @property {boolean} hadCompany others were open while it was read, whose memory the system may not have back yet
 * @property {number} usedAt
 * @property {number} bytes that its thread said it takes
 *
 * @typedef {'close'|'putOff'|'readAlone'|'stop'|'end'} Relief `close` a thread that has read its capture, which is
 *   read again when it is asked for; `putOff` a reading thread, until there is memory; `readAlone` put it off until no
 *   other is open; `stop` reading, and show what was read; `end` a thread, whatever it is doing
 */

/**
 * What to do when the memory of all threads together is short: unused threads are closed first, then all but one of the
 * reading threads have to wait; a capture fails only if it does not fit alone.
 * @template {MemoryUser} T
 * @param {number} share of the process's memory that is taken
 * @param {T[]} users
 * @param {boolean} isFreeing threads that were closed are still on their way out: what they have will be free soon
 * @returns {{ relief: Relief, user: T } | null}
 */
export function memoryRelief(share, users, isFreeing) {
  if (share < EASE_SHARE || !users.some(isBusy)) return null;
  if (share < STOP_SHARE && isFreeing) return null;
  return (
    closing(share, users) ?? waiting(share, users) ?? (isFreeing && share < END_SHARE ? null : failing(share, users))
  );
}

/**
 * @template {MemoryUser} T @param {number} share @param {T[]} users
 * @returns {{ relief: Relief, user: T } | null} one that is unused, or that can be spared
 */
function closing(share, users) {
  const unneeded = users.filter((user) => !isBusy(user) && (share >= STOP_SHARE || !user.isWatched));
  const unwatched = unneeded.filter(({ isWatched }) => !isWatched);
  if (unneeded.length === 0) return null;
  return { relief: 'close', user: leastOf(unwatched.length > 0 ? unwatched : unneeded, 'usedAt') };
}

/**
 * @template {MemoryUser} T @param {number} share @param {T[]} users
 * @returns {{ relief: Relief, user: T } | null} one of several that read, that no caller waits for
 */
function waiting(share, users) {
  const reading = users.filter(({ isReading }) => isReading);
  const patient = reading.filter(isPatient);
  if (reading.length < 2 || patient.length === 0) return null;
  // The one that has read least loses least; the last resort goes by how much is freed.
  return { relief: 'putOff', user: share < END_SHARE ? leastOf(patient, 'bytes') : mostOf(patient, 'bytes') };
}

/**
 * @template {MemoryUser} T @param {number} share @param {T[]} users
 * @returns {{ relief: Relief, user: T } | null} one that does not fit, or that has not been read alone yet
 */
function failing(share, users) {
  const reading = users.filter(({ isReading }) => isReading);
  if (share < END_SHARE && (reading.length === 0 || reading.some(({ isStopping }) => isStopping))) return null;
  if (share < STOP_SHARE) return null;
  const user = mostOf(share < END_SHARE ? reading : users, 'bytes');
  if (user.hadCompany && isPatient(user)) return { relief: 'readAlone', user };
  return { relief: share < END_SHARE ? 'stop' : 'end', user };
}

/** @param {MemoryUser} user */
const isPatient = ({ isReading, canWait, isAsked, isStopping }) => isReading && canWait && !isAsked && !isStopping;

/** @param {MemoryUser} user */
const isBusy = ({ isReading, isAsked }) => isReading || isAsked;

/**
 * @param {number} share of the process's memory that is taken
 * @returns {boolean} whether a further capture may be read beside others
 */
export const hasMemoryFor = (share) => share < EASE_SHARE;

/** @template {MemoryUser} T @param {T[]} users @param {'usedAt'|'bytes'} by */
const mostOf = (users, by) => users.reduce((most, user) => (user[by] > most[by] ? user : most));

/** @template {MemoryUser} T @param {T[]} users @param {'usedAt'|'bytes'} by */
const leastOf = (users, by) => users.reduce((least, user) => (user[by] < least[by] ? user : least));
