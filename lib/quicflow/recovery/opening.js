import { PACKET, SPACE } from '../wire/versions.js';
import { EVENT } from './walk-log.js';

/** A server sends so many times what came from an address that is not validated (RFC 9000 section 8.1). */
const AMPLIFICATION = 3;

/** The beginning: the handshake, and what a server may send before the client's address is validated. */
export class Opening {
  isOver = false;
  /** Bytes that a server may send to an address that is not validated. */
  left = Infinity;
  #sent;
  #isValidated;
  #bytes = [0, 0];

  /** @param {import('./recover.js').DirectionRecovery} sent */
  constructor(sent) {
    this.#sent = sent;
    const { direction, space } = sent.packets;
    const isBeginning = space.some((of, row) => of === SPACE.INITIAL && direction[row] === 0);
    this.#isValidated = sent.direction === 0 || !isBeginning;
    this.isOver = !isBeginning;
  }

  /** @param {number} e event, in order */
  take(e) {
    const { packets, walk, sends } = this.#sent;
    const { log } = walk;
    const row = log.packet[e];
    if (log.kind[e] === EVENT.TIMER) return;
    const isOwn = log.send[e] >= 0;
    if (isOwn && sends.space[log.send[e]] === SPACE.APP) this.isOver = true;
    if (!isOwn && packets.space[row] === SPACE.HANDSHAKE) this.#isValidated = true;
    if (packets.type[row] === PACKET.RETRY) this.#isValidated = true;
    if (packets.index[row] === 0) this.#bytes[isOwn ? 1 : 0] += packets.datagramBytes[row];
    this.left = this.#isValidated ? Infinity : AMPLIFICATION * this.#bytes[0] - this.#bytes[1];
  }
}
