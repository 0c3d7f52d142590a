/** A capture of a connection with its secrets in it, as a file. */
import { PcapngWriter } from '../../lib/capture/writer.js';
import { secretsBlock } from '../fuzz/capture-form.js';
import { data3, GET3, headers3 } from '../protocols/support/http3-streams.js';
import { concatBytes } from '../support/packets/packets.js';
import { CLIENT_ID, conversation, datagramsOf, SERVER_ID } from './conversation.js';
import { frameOf, seal, Secrets, stream } from './seal.js';

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

/**
 * @param {'client'|'server'} from @param {number} pn @param {number[]} frames @param {Secrets} secrets
 * @returns {import('./seal.js').Datagram}
 */
const sent = (from, pn, frames, { application }) => ({
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

/**
 * A capture of a request in HTTP/3 and its answer, `hello`.
 * @param {{ hasSecrets?: boolean, frames?: Uint8Array[] }} [options] `frames`: others, before those of QUIC
 * @returns {{ capture: Uint8Array, keyLog: string }} pcapng; `keyLog` opens it
 */
export function http3Capture({ hasSecrets = true, frames = [] } = {}) {
  const secrets = new Secrets();
  const { clientInitial, serverFlight } = datagramsOf(secrets);
  const answer = [...headers3({ ':status': '200', 'content-type': 'text/plain' }), ...data3('hello')];
  const all = [
    clientInitial,
    serverFlight,
    sent('client', 0, stream(0, 0, headers3({ ...GET3, ':path': '/of-quic' }), true), secrets),
    sent('server', 0, stream(0, 0, answer, true), secrets),
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
