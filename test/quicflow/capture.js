/** A capture of a connection with its secrets in it, as a file. */
import { PcapngWriter } from '../../lib/capture/writer.js';
import { secretsBlock } from '../fuzz/capture-form.js';
import { concatBytes } from '../support/packets/packets.js';
import { conversation } from './conversation.js';
import { frameOf, Secrets } from './seal.js';

const EPOCH_NS = 1_700_000_000_000_000_000n;

/**
 * @param {{ areSecretsLast?: boolean, areSecretsMissing?: boolean, frames?: Uint8Array[] }} [options] `frames`: others
 *   between those of QUIC
 * @returns {Uint8Array} pcapng
 */
export function quicCapture({ areSecretsLast = false, areSecretsMissing = false, frames = [] } = {}) {
  const secrets = new Secrets();
  const writer = new PcapngWriter();
  const block = secretsBlock(secrets.text());
  const all = conversation(secrets).flatMap((datagram, i) => [frameOf(datagram), ...frames.slice(i, i + 1)]);
  return concatBytes(
    writer.header(),
    writer.interface({ linkType: 1 }),
    ...(areSecretsLast || areSecretsMissing ? [] : [block]),
    ...all.map((data, i) => writer.packet({ epochNs: EPOCH_NS + BigInt(i) * 1_000_000n, data })),
    ...(areSecretsLast ? [block] : []),
  );
}
