/** The protocols of `lib/protocols/commands/binary`, and NATS, for tests that take each. */
import * as amqp from './amqp.js';
import * as cassandra from './cassandra.js';
import * as clickhouse from './clickhouse.js';
import * as ldap from './ldap.js';
import * as nats from './nats.js';
import * as rpc from './rpc.js';
import * as smb from './smb.js';
import * as tds from './tds.js';

/** @type {[name: string, of: Pick<typeof amqp, 'SPEAKER' | 'COSTLY' | 'canaries'>][]} */
const ALL = [
  ['amqp', amqp],
  ['nats', nats],
  ['cassandra', cassandra],
  ['clickhouse', clickhouse],
  ['ldap', ldap],
  ['tds', tds],
  ['nfs', rpc],
  ['smb', smb],
];

/** By name. @type {Record<string, import('../speaker.js').Speaker>} */
export const SPEAKERS = Object.fromEntries(ALL.map(([name, { SPEAKER }]) => [name, SPEAKER]));
/** First bytes of each, then what costs most. */
export const COSTLY = ALL.map((one) => one[1].COSTLY);
export const CANARIES = [
  ...ALL.map(([name, { canaries }]) => /** @type {const} */ ([name, canaries])),
  /** @type {const} */ (['sunrpc', rpc.otherCanaries]),
];
