/** A capture of a connection with its secrets in it, as a file. */
import { PcapngWriter } from '../../lib/capture/writer.js';
import { secretsBlock } from '../fuzz/capture-form.js';
import { data3, GET3, headers3 } from '../protocols/support/http3-streams.js';
import { concatBytes } from '../support/packets/packets.js';
import { conversation, datagramsOf, dataOf } from './conversation.js';
import { frameOf, Secrets, stream } from './seal.js';

const EPOCH_NS = 1_700_000_000_000_000_000n;

/**
 * @param {object} [options]
 * @param {boolean} [options.areSecretsLast]
 * @param {boolean} [options.areSecretsMissing]
 * @param {Uint8Array[]} [options.frames] others between those of QUIC
 * @param {(secrets: Secrets) => import('./seal.js').Datagram[]} [options.datagramsOf]
 * @returns {Uint8Array} pcapng
 */
export function quicCapture({
  areSecretsLast = false,
  areSecretsMissing = false,
  frames = [],
  datagramsOf = conversation,
} = {}) {
  const secrets = new Secrets();
  const writer = new PcapngWriter();
  const block = secretsBlock(secrets.text());
  const all = datagramsOf(secrets).flatMap((datagram, i) => [frameOf(datagram), ...frames.slice(i, i + 1)]);
  return concatBytes(
    writer.header(),
    writer.interface({ linkType: 1 }),
    ...(areSecretsLast || areSecretsMissing ? [] : [block]),
    ...all.map((data, i) => writer.packet({ epochNs: EPOCH_NS + BigInt(i) * 1_000_000n, data })),
    ...(areSecretsLast ? [block] : []),
  );
}

/** An ACK frame: 3 to 5, and 0 to 1. */
const ACK_OF_ALL_BUT_2 = [0x02, 5, 0, 1, 2, 0, 1];

/**
 * A capture in which packet 2 of the server is declared lost, and its data sent again in packet 6, before MAX_DATA.
 * @param {{ frames?: Uint8Array[] }} [options] `frames`: others between those of QUIC
 * @returns {Uint8Array} pcapng
 */
export const lossyQuicCapture = ({ frames } = {}) =>
  quicCapture({
    frames,
    datagramsOf(secrets) {
      const sent = dataOf(secrets);
      const data = new Array(100).fill(1);
      return [
        ...conversation(secrets),
        ...[1, 2, 3, 4, 5].map((pn) => sent('server', pn, stream(4, pn * data.length, data))),
        sent('client', 1, ACK_OF_ALL_BUT_2),
        sent('server', 6, [...stream(4, 2 * data.length, data), 0x10, 0x40, 0x80]),
      ];
    },
  });

/**
 * A capture of a request in HTTP/3 and its answer, `hello`.
 * @param {{ hasSecrets?: boolean, frames?: Uint8Array[] }} [options] `frames`: others, before those of QUIC
 * @returns {{ capture: Uint8Array, keyLog: string }} pcapng; `keyLog` opens it
 */
export function http3Capture({ hasSecrets = true, frames = [] } = {}) {
  const secrets = new Secrets();
  const { clientInitial, serverFlight } = datagramsOf(secrets);
  const sent = dataOf(secrets);
  const answer = [...headers3({ ':status': '200', 'content-type': 'text/plain' }), ...data3('hello')];
  const all = [
    clientInitial,
    serverFlight,
    sent('client', 0, stream(0, 0, headers3({ ...GET3, ':path': '/of-quic' }), true)),
    sent('server', 0, stream(0, 0, answer, true)),
  ].map(frameOf);
  const writer = new PcapngWriter();
  const capture = concatBytes(
    writer.header(),
    writer.interface({ linkType: 1 }),
    ...(hasSecrets ? [secretsBlock(secrets.text())] : []),
    ...[...frames, ...all].map((data, i) => writer.packet({ epochNs: EPOCH_NS + BigInt(i) * 1_000_000n, data })),
  );
  return { capture, keyLog: secrets.text() };
}
