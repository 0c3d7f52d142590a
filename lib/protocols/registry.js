/**
 * The known protocols over a byte stream: TCP's, or a carrier's inner stream. Everything that depends on a protocol
 * uses its descriptor (`protocol.js`). Where first bytes match several, the first in this list wins.
 */
import { AMQP } from './commands/binary/amqp/protocol.js';
import { CASSANDRA } from './commands/binary/cassandra/protocol.js';
import { CLICKHOUSE } from './commands/binary/clickhouse/protocol.js';
import { LDAP } from './commands/binary/ldap/protocol.js';
import { ONC_RPC } from './commands/binary/rpc/protocol.js';
import { SMB } from './commands/binary/smb/protocol.js';
import { KAFKA } from './commands/kafka/protocol.js';
import { MEMCACHED } from './commands/memcached.js';
import { MEMCACHED_BINARY } from './commands/memcached-binary.js';
import { MONGODB } from './commands/mongodb.js';
import { MQTT } from './commands/mqtt.js';
import { MYSQL } from './commands/mysql/protocol.js';
import { NATS } from './commands/nats/protocol.js';
import { POSTGRESQL } from './commands/postgresql/protocol.js';
import { REDIS } from './commands/redis/protocol.js';
import { FTP, SMTP } from './commands/replies/protocol.js';
import { NAMED } from './detect/named.js';
import { DNS } from './dns/protocol.js';
import { HTTP1 } from './http1/protocol.js';
import { HTTP2 } from './http2/protocol.js';
import { HTTP3 } from './http3/protocol.js';
import { TLS } from './tls/protocol.js';
import { PROXIED } from './tunnels/proxy-protocol/protocol.js';
import { SOCKS } from './tunnels/socks/protocol.js';
import { WITH_STARTTLS } from './tunnels/starttls/protocol.js';
import { TDS } from './tunnels/tds/protocol.js';
import { MUX_1996, MUX_1998 } from './webmux/protocol.js';
import { WEBSOCKET } from './websocket/protocol.js';

/** @typedef {import('./protocol.js').Protocol} Protocol */

/** @type {readonly Protocol[]} */
export const PROTOCOLS = [
  PROXIED,
  HTTP2,
  HTTP3,
  MUX_1996,
  MUX_1998,
  TLS,
  DNS,
  HTTP1,
  WEBSOCKET,
  SMTP,
  FTP,
  MYSQL,
  POSTGRESQL,
  REDIS,
  MQTT,
  MONGODB,
  MEMCACHED,
  MEMCACHED_BINARY,
  KAFKA,
  AMQP,
  NATS,
  CASSANDRA,
  CLICKHOUSE,
  LDAP,
  TDS,
  SMB,
  ...ONC_RPC,
  ...WITH_STARTTLS,
  ...NAMED,
  SOCKS,
];

/** @type {ReadonlyMap<string, Protocol>} */
const BY_NAME = new Map(PROTOCOLS.flatMap((protocol) => protocol.names.map((name) => [name, protocol])));

/** @type {ReadonlyMap<string, Protocol>} */
const BY_AGREEMENT = new Map(PROTOCOLS.flatMap((protocol) => (protocol.agreed ?? []).map((name) => [name, protocol])));

/** All names that a connection or a message may have, in the registry's order. */
export const PROTOCOL_NAMES = [...BY_NAME.keys()];

/** @param {string|null} name one of `names` @returns {Protocol|null} null: no such name */
export const protocolNamed = (name) => BY_NAME.get(name ?? '') ?? null;

/** @param {string|null} name as in ALPN or Upgrade @returns {Protocol|null} null: to be detected from its bytes */
export const protocolAgreed = (name) => BY_AGREEMENT.get(name ?? '') ?? null;
