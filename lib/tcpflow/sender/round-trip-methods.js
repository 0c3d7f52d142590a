/** How a sample was taken; index = the value in a series' column `method`. */
export const METHODS = /** @type {const} */ (['sequence_ack', 'sack', 'timestamp', 'handshake']);

export const METHOD = Object.freeze({ SEQUENCE_ACK: 0, SACK: 1, TIMESTAMP: 2, HANDSHAKE: 3 });
