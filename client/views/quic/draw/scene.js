/** What every part of the drawing of a QUIC connection is given. */

/**
 * @typedef {import('../../timeline/axis.js').Ground & { dataColour: string, light: boolean, packets:
 *   import('../data/packets.js').Packets, sequence: import('../data/sequence.js').Sequence|null, sender:
 *   import('../data/sender.js').Sender|null, direction: number, isOpen: boolean }} QuicScene `isOpen`: packets of the
 *   direction are decrypted
 */
/** @typedef {{ scale: import('../../../plot/value-scale.js').ValueScale, unit: string }} DrawnPane */

export {};
