/** A connection of the tests: hellos, handshake, and a request with its answer. */
import { ack, clientHello, crypto, encryptedExtensions, initial, seal, Secrets, SERVER_HELLO, stream } from './seal.js';

export const ODCID = '8394c8f03e515708';
export const CLIENT_ID = 'c1c2c3c4';
export const SERVER_ID = '51525354';
export const RESET_TOKEN = '000102030405060708090a0b0c0d0e0f';
/** Padding that makes a client's first datagram long enough. */
const PADDING = new Array(1100).fill(0);

/** Datagrams of a connection, each by a name. @param {Secrets} [secrets] */
export function datagramsOf(secrets = new Secrets()) {
  const { handshake, application } = secrets;
  const toServer = { dcid: SERVER_ID, scid: CLIENT_ID };
  const toClient = { dcid: CLIENT_ID, scid: SERVER_ID };
  const hello = clientHello(secrets.random, 'www.example.test');
  return {
    clientInitial: {
      from: /** @type {const} */ ('client'),
      packets: [
        seal({
          type: 'initial',
          dcid: ODCID,
          scid: CLIENT_ID,
          pn: 0,
          frames: [...crypto(hello), ...PADDING],
          secret: initial(ODCID, 0),
        }),
      ],
    },
    serverFlight: {
      from: /** @type {const} */ ('server'),
      packets: [
        seal({
          type: 'initial',
          ...toClient,
          pn: 0,
          frames: [...ack(0), ...crypto(SERVER_HELLO)],
          secret: initial(ODCID, 1),
        }),
        seal({
          type: 'handshake',
          ...toClient,
          pn: 0,
          frames: crypto(encryptedExtensions(RESET_TOKEN)),
          secret: handshake[1],
        }),
      ],
    },
    clientFinish: {
      from: /** @type {const} */ ('client'),
      packets: [
        seal({ type: 'handshake', ...toServer, pn: 0, frames: ack(0), secret: handshake[0] }),
        seal({
          type: '1rtt',
          dcid: SERVER_ID,
          pn: 0,
          frames: stream(0, 0, [71, 69, 84], true),
          secret: application[0],
        }),
      ],
    },
    answer: {
      from: /** @type {const} */ ('server'),
      packets: [
        seal({
          type: '1rtt',
          dcid: CLIENT_ID,
          pn: 0,
          frames: [...ack(0), 0x1e, ...stream(0, 0, [79, 75], true)],
          secret: application[1],
        }),
      ],
    },
  };
}

/** The same in order. @param {Secrets} [secrets] */
export const conversation = (secrets) => Object.values(datagramsOf(secrets));

/**
 * Makes datagrams with one packet of application data each.
 * @param {Secrets} secrets
 * @returns {(from: 'client'|'server', pn: number, frames: number[]) => import('./seal.js').Datagram}
 */
export const dataOf =
  ({ application }) =>
  (from, pn, frames) => ({
    from,
    packets: [
      seal({
        type: '1rtt',
        dcid: from === 'client' ? SERVER_ID : CLIENT_ID,
        pn,
        frames,
        secret: application[from === 'client' ? 0 : 1],
      }),
    ],
  });
