/**
 * Connections that a proxy between two points ends and makes anew: they share no packet, but what one end says on one
 * it says on the other. Told by the turns of the conversation (so many bytes one way, then so many the other), and
 * where several are alike by their order.
 */

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../connections/facts.js').Facts} Facts */

/**
 * @typedef {object} Proxied
 * @property {[number, number]} between captures: the first has the connection that came first
 * @property {[number, number]} connections of the path, in that order
 * @property {number | null} afterNs from the first one's first byte to the second one's SYN; null: the clocks say
 *   nonsense
 * @property {boolean} isClockKnown false: each by its own clock
 * @property {number} turns that they share
 * @property {number} confidence
 */

/** Turns that are compared: later ones repeat the earlier ones' evidence. */
export const MAX_PROXY_TURNS = 8;
/** A proxy connects within this of a request, or has the connection already; clocks that say more are wrong. */
const MAX_AFTER_NS = 60e9;
/** Of turns that no other connection has, of those that others have too, and of a single exchange. */
const CONFIDENCE = Object.freeze({ unique: 0.95, exchange: 0.8, alike: 0.6 });
/** Smaller conversations are alike by chance. */
const MIN_BYTES = 100;

/** @typedef {{ connection: number, turns: number[], key: string, startNs: number, dataNs: number }} Conversation */

/** @param {Path} path @returns {Proxied[]} in the order of their beginning */
export function proxiedConnections(path) {
  const found = path.points.map((_, place) => conversationsOf(path, place));
  return found.flatMap((ones, one) =>
    found.slice(one + 1).flatMap((others, at) => pairsOf(path, one, ones, one + 1 + at, others)),
  );
}

/**
 * Of the connections that one point alone has.
 * @param {Path} path @param {number} place
 * @returns {Map<string, Conversation[]>} by their turns
 */
function conversationsOf(path, place) {
  /** @type {Map<string, Conversation[]>} */
  const byTurns = new Map();
  path.connections.forEach(({ facts }, connection) => {
    const own = facts[place];
    if (own === null || facts.some((one, at) => at !== place && one !== null)) return;
    const conversation = conversationOf(path, place, own, connection);
    const bytes = conversation.turns.reduce((sum, turn) => sum + turn, 0);
    if (conversation.turns.length < 2 || bytes < MIN_BYTES) return;
    byTurns.set(conversation.key, [...(byTurns.get(conversation.key) ?? []), conversation]);
  });
  return byTurns;
}

/** @param {Path} path @param {number} place @param {Facts} facts @param {number} connection @returns {Conversation} */
function conversationOf(path, place, { flow, client }, connection) {
  const { rows, tcp } = path.points[place];
  /** @type {number[]} */
  const turns = [];
  const ends = [0, 0];
  const { firstRow } = tcp.flows.at(flow);
  let [turn, speaker, first] = [0, -1, -1];
  for (let row = firstRow; row >= 0 && turns.length < MAX_PROXY_TURNS; row = rows.next(row)) {
    const length = rows.length(row);
    const end = rows.dataOffset(row) + length;
    const way = (rows.flowEnd(row) & 1) === client ? 0 : 1;
    const isNew = length > 0 && end > ends[way];
    if (!isNew) continue;
    if (speaker !== way && speaker >= 0) {
      turns.push(turn);
      turn = 0;
    }
    if (first < 0) first = row;
    // From the SYN on, or in mid-connection from the first byte seen.
    turn += ends[way] === 0 ? length : end - ends[way];
    ends[way] = end;
    speaker = way;
  }
  if (turn > 0 && turns.length < MAX_PROXY_TURNS) turns.push(turn);
  const opening = first >= 0 && (rows.flowEnd(first) & 1) === client ? 'client' : 'server';
  return {
    connection,
    turns,
    key: `${opening} ${turns.join()}`,
    startNs: path.timeNs(place, firstRow),
    dataNs: first < 0 ? NaN : path.timeNs(place, first),
  };
}

/**
 * @param {Path} path @param {number} one @param {Map<string, Conversation[]>} ones @param {number} other
 * @param {Map<string, Conversation[]>} others
 * @returns {Proxied[]}
 */
function pairsOf(path, one, ones, other, others) {
  const isClockKnown = [one, other].every((place) => path.clocks[place].method !== 'none');
  const [first, second] = [one, other].map((place) => path.points[place].startEpochNs ?? 0n);
  // Where the clocks are not known, times are since each capture's own beginning.
  const apartNs = isClockKnown ? 0 : Number(second - first);
  return [...ones].flatMap(([key, own]) => {
    const theirs = others.get(key) ?? [];
    return own.slice(0, theirs.length).map((conversation, at) => {
      const counterpart = theirs[at];
      const isAfter = counterpart.startNs + apartNs >= conversation.startNs;
      const [before, behind] = isAfter ? [conversation, counterpart] : [counterpart, conversation];
      const afterNs = behind.startNs - before.dataNs + (isAfter ? apartNs : -apartNs);
      const isAlone = own.length === 1 && theirs.length === 1;
      return {
        between: isAfter ? [one, other] : [other, one],
        connections: [before.connection, behind.connection],
        afterNs: Math.abs(afterNs) <= MAX_AFTER_NS ? afterNs : null,
        isClockKnown,
        turns: conversation.turns.length,
        confidence: confidenceOf(isAlone, conversation.turns.length),
      };
    });
  });
}

/** @param {boolean} isAlone @param {number} turns */
function confidenceOf(isAlone, turns) {
  if (!isAlone) return CONFIDENCE.alike;
  return turns > 2 ? CONFIDENCE.unique : CONFIDENCE.exchange;
}
