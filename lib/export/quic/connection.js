/**
 * What tables and graphs of a QUIC connection are made of: as `analyze` prints it.
 * @typedef {object} QuicConnectionData
 * @property {string} flow its name
 * @property {[client: End, server: End]} ends
 * @property {() => Iterable<Packet>} packets in capture order
 * @property {() => Iterable<Stream>} streams
 * @property {() => Sender[]} senders
 *
 * @typedef {{ address: string, port: number }} End
 * @typedef {ReturnType<typeof import('../../insight/describe/describe-quic-senders.js').describeQuicSenders>[number]}
 *   Sender
 *
 * @typedef {object} Packet
 * @property {number} frame
 * @property {number} index
 * @property {number} time
 * @property {string} direction
 * @property {string} type
 * @property {string | null} space
 * @property {number | null} pn
 * @property {number} len
 * @property {number} datagramLen
 * @property {boolean} decrypted
 * @property {string | null} version
 * @property {string | null} dcid
 * @property {string | null} scid
 * @property {number | null} spin
 * @property {number | null} keyPhase
 * @property {string} ecn
 * @property {boolean | null} ackEliciting
 * @property {boolean | null} inFlight
 * @property {Frame[]} frames
 * @property {string | null} verdict
 * @property {boolean | null} probe
 * @property {string | null} lossCause
 * @property {readonly { stream: number, offset: number, length: number, ofPacket: number }[]} resends
 * @property {number | null} bytesInFlight
 * @property {number | null} rtt
 * @property {number | null} confidence
 *
 * @typedef {object} Frame with further fields, by its type
 * @property {string} type
 * @property {number} [stream]
 * @property {number} [offset]
 * @property {number} [length]
 * @property {boolean} [fin]
 * @property {[low: number, high: number][]} [ranges]
 * @property {number} [delay]
 * @property {number} [limit]
 * @property {number} [code]
 *
 * @typedef {object} Stream
 * @property {number} stream
 * @property {string} openedBy
 * @property {boolean} bidirectional
 * @property {StreamSide | null} clientToServer
 * @property {StreamSide | null} serverToClient
 *
 * @typedef {{ start: number, end: number, bytes: number, uniqueBytes: number, finalSize: number | null,
 *   resetCode: number | null, stopCode: number | null }} StreamSide
 */

export {};
