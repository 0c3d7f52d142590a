// The flight size of a direction's sender after each of its segments and each acknowledgement that it got: RFC 6675's
// pipe, in bytes, with data sent before the capture began.
import { Board, acknowledge, makeScoreboard, send } from './scoreboard';
import { f64At, i32At, setF32, setF64, setI32, shortenRoom, takeColumn, takeRoom } from '../base/columns';
import { Marks, acknowledged, afterSending, beforeSending, makeMarks } from './loss-marks';
import { Order, Packets, beginWalk, directionOf, sendsSomething } from './packets';
import { cutBytes } from './pieces';
import { Unseen, acknowledgeUnseen, acknowledgesSomething, beginUnseen } from './unseen';

const COLUMNS: i32 = 4;
const BYTES_PER_ENTRY: i32 = 24;
const WIDTHS: StaticArray<u8> = [4, 8, 8, 4];

let entries: i32 = 0;

export function flightCount(): i32 {
  return entries;
}

/**
 * @param direction of the data, whose order was filled before
 * @param sack both ends permit it
 * @returns where the columns lie, as long as there are entries
 */
export function flightSeries(direction: i32, sack: bool): usize {
  beginWalk();
  const room = takeRoom(Packets.count, COLUMNS, BYTES_PER_ENTRY);
  const packet = takeColumn(4);
  const timeNs = takeColumn(8);
  const bytes = takeColumn(8);
  const confidence = takeColumn(4);
  let isAcknowledged = false;
  cutBytes(direction);
  makeScoreboard();
  makeMarks(sack);
  beginUnseen(direction);
  entries = 0;
  for (let k = 0; k < Packets.count; k++) {
    const i = i32At(Order.packet, k);
    const atNs = f64At(Order.timeNs, k);
    if (directionOf(i) == direction) {
      if (!sendsSomething(i)) continue;
      const next = Board.next;
      beforeSending(i, atNs);
      send(i, atNs);
      afterSending(i, atNs, next);
    } else if (acknowledgesSomething(i)) {
      acknowledge(i);
      acknowledgeUnseen(i);
      acknowledged(i, atNs);
      isAcknowledged = true;
    } else continue;
    if (!isAcknowledged) continue;
    setI32(packet, entries, i);
    setF64(timeNs, entries, atNs);
    setF32(confidence, entries, load<f32>(Order.confidence + ((<usize>k) << 2)));
    setF64(bytes, entries++, Math.max(0, Board.pipe - Marks.duplicates) + Unseen.bytes);
  }
  shortenRoom(room, Packets.count, entries, WIDTHS);
  return room;
}
