import { DIR_FLOATS, DIR_INTS, FLOW_FLOATS, FLOW_INTS } from '../../engine/flow-fields.js';
import { Conversation, FLOW_BIT } from '../conversation.js';
import { TcpDirection } from './direction-fields.js';

/** @typedef {'syn_sent' | 'syn_received' | 'established' | 'half_closed' | 'closed' | 'reset'} TcpState */

/** A TCP connection. */
export class TcpConversation extends Conversation {
  /** What an end sent. @param {number} endpoint */
  direction(endpoint) {
    const { ints, intAt, floats, floatAt } = this;
    return new TcpDirection(
      ints,
      intAt + FLOW_INTS + endpoint * DIR_INTS,
      floats,
      floatAt + FLOW_FLOATS + endpoint * DIR_FLOATS,
    );
  }

  get isReset() {
    return (this.bits & FLOW_BIT.RESET) !== 0;
  }

  /** How many of the ends sent a FIN. */
  get ended() {
    return Number(this.direction(0).fins > 0) + Number(this.direction(1).fins > 0);
  }

  /**
   * From the segments of both ends.
   * @param {number} client endpoint
   * @returns {TcpState}
   */
  state(client) {
    if (this.isReset) return 'reset';
    if (this.ended > 0) return this.ended === 2 ? 'closed' : 'half_closed';
    const [asked, answered] = [this.direction(client), this.direction(1 - client)];
    const isOpening = asked.syns > 0 && asked.packets === asked.syns;
    if (!isOpening || answered.packets > answered.syns) return 'established';
    return answered.syns > 0 ? 'syn_received' : 'syn_sent';
  }

  /**
   * `refused` where a reset came back to the SYN, `unfinished` where the SYN-ACK was not acknowledged.
   * @param {number} client endpoint
   * @returns {import('../conversation.js').HandshakeOutcome}
   */
  handshake(client) {
    const [asked, answered] = [this.direction(client), this.direction(1 - client)];
    const sentOnlySyns = asked.packets === asked.syns;
    if (asked.syns === 0) return 'not_captured';
    if (answered.syns > 0) return sentOnlySyns && answered.packets === answered.syns ? 'unfinished' : 'complete';
    if (answered.packets > 0) return this.isReset && sentOnlySyns ? 'refused' : 'not_captured';
    return sentOnlySyns ? 'unanswered' : 'not_captured';
  }
}
