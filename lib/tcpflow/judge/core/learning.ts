// What of a connection can be learnt while it is still being read: what takes all of its packets to know (facts.ts), and which of them are eventful, which
// are gathered. Of one connection at a time: another one, or judging another, makes it begin anew.
import { beginChoice, chooseAlong, chooseRow, isChoosing, setDelays } from "../../../engine/verdicts/loss-windows";
import { Facts, beginLearning, latestLearnt, learn, learnDelays, learnFacts, learnRow } from "../../../engine/verdicts/delays";
import { beginGathering, packetCount } from "../../../engine/verdicts/packet";
import { nextOf } from "../../../engine/base/read-rows";
import { reset } from "../../../engine/base/arena";

/** Packets that are gathered while others come, at the most: of a connection that turns out too long to be judged they were gathered for nothing. */
export const MAX_GATHERED_ALONG: i32 = 1_048_576;

/** Of the connection that is learnt of: its first row, −1 none; which endpoint is the client; wire numbers of the offsets 0. */
let learnt: i32 = -1;
let client: i32 = 0;
let clientBaseSeq: i32 = 0;
let serverBaseSeq: i32 = 0;

/**
 * Learns from a connection that is still being read. Judging it goes on from there, if no other is learnt of meanwhile.
 * @param limit rows below it are there @param most rows to be taken in @returns how many were
 */
export function learnAlong(firstRow: i32, ofClientEnd: i32, ofClientBaseSeq: i32, ofServerBaseSeq: i32, limit: i32, most: i32): i32 {
  if (!isLearning(firstRow, ofClientEnd, ofClientBaseSeq, ofServerBaseSeq)) begin(ofClientEnd, ofClientBaseSeq, ofServerBaseSeq, 1, 1);
  learnt = -1; // it traps where there is no memory left
  const taken = canChoose() ? learnAndChoose(firstRow, limit, most) : learnFirst(firstRow, limit, most);
  learnt = firstRow;
  return taken;
}

/** The delays are known, and there is room for more. */
function canChoose(): bool { return learnDelays() && packetCount() < MAX_GATHERED_ALONG && isChoosing(); }

/** As long as the delays are not known, or where no more is to be gathered. */
function learnFirst(firstRow: i32, limit: i32, most: i32): i32 {
  const taken = learn(firstRow, limit, most);
  if (!canChoose()) return taken;
  setDelays();
  return max(taken, chooseAlong(firstRow, limit, most));
}

/** Both row by row, once what was learnt already is chosen from: so that a row is looked at while it is in the processor's cache. */
function learnAndChoose(firstRow: i32, limit: i32, most: i32): i32 {
  setDelays();
  let taken = chooseAlong(firstRow, latestLearnt() + 1, most);
  for (let row = nextOf(latestLearnt()); row >= 0 && row < limit && taken < most && isChoosing(); taken++) {
    const next = nextOf(row);
    learnRow(row);
    if (next >= 0) chooseRow(row, next);
    row = next;
  }
  return taken;
}

/** All of a connection, as far as it was not learnt yet. @param limit rows below it are there @param sackAgreed both ends' SYNs have the option */
export function learnAll(firstRow: i32, limit: i32, ofClientEnd: i32, ofClientBaseSeq: i32, ofServerBaseSeq: i32, sackAgreed: bool): void {
  if (!isLearning(firstRow, ofClientEnd, ofClientBaseSeq, ofServerBaseSeq)) begin(ofClientEnd, ofClientBaseSeq, ofServerBaseSeq, 1, 1);
  learnt = -1;
  learn(firstRow, limit, i32.MAX_VALUE);
  if (learnFacts(sackAgreed)) return;
  begin(ofClientEnd, ofClientBaseSeq, ofServerBaseSeq, Facts.clientSteps, Facts.serverSteps);
  learn(firstRow, limit, i32.MAX_VALUE);
  learnFacts(sackAgreed);
}

function isLearning(firstRow: i32, ofClientEnd: i32, ofClientBaseSeq: i32, ofServerBaseSeq: i32): bool {
  return learnt == firstRow && client == ofClientEnd && clientBaseSeq == ofClientBaseSeq && serverBaseSeq == ofServerBaseSeq;
}

/** What is kept meanwhile is all that there is of the judge's. */
function begin(ofClientEnd: i32, ofClientBaseSeq: i32, ofServerBaseSeq: i32, clientSteps: i32, serverSteps: i32): void {
  reset();
  client = ofClientEnd;
  clientBaseSeq = ofClientBaseSeq;
  serverBaseSeq = ofServerBaseSeq;
  beginLearning(client, clientSteps, serverSteps);
  beginGathering(client, clientBaseSeq, serverBaseSeq);
  beginChoice(client);
}
