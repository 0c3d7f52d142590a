import { isHostName } from './names/host-name.js';
import { fragment } from './tcpflow/flow-json-bytes.js';
import { FLOW_F } from './tcpflow/flow-fields.js';

/** @typedef {import('./names/address-names.js').AddressNames} AddressNames */
/** @typedef {import('./names/address-names.js').Name} Name */

/**
 * Names of a connection's ends; null what the capture does not say.
 * @typedef {{ client: Name|null, server: Name|null }} FlowNames
 */

/** An authority (RFC 3986 section 3.2): a name, and perhaps a port. */
const HOST_NAME = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::\d{1,5})?$/i;

/**
 * The server is called what its client asked for: by TLS, else by a request of its own (a proxy's client names others); else, as the client, what the
 * address was called when the connection began.
 * @param {AddressNames} names @param {import('./tcpflow/flow-table.js').FlowTable} flows @param {import('./messages/message-analysis.js').MessageAnalysis} messages
 * @param {number} index
 * @returns {FlowNames|null} null: neither end has a name
 */
export function flowNames(names, flows, messages, index) {
  const said = messages.tlsOf(index)?.sni ?? '', sni = isHostName(said) ? said : null, host = sni === null ? hostOf(messages.firstRequest(index)) : null;
  if (sni === null && host === null && names.isEmpty) return null;
  const client = flows.clientEndpoint(index), startNs = flows.float(index, FLOW_F.START);
  const nameAt = (/** @type {number} */ endpoint) => (names.isEmpty ? null : names.at(flows.endpoint(index, endpoint).address, startNs));
  const found = { client: nameAt(client), server: asked(sni, 'sni') ?? asked(host, 'host') ?? nameAt(1 - client) };
  return found.client === null && found.server === null ? null : found;
}

/** @param {string|null} name @param {import('./names/address-names.js').NameSource} from @returns {Name|null} */
const asked = (name, from) => (name === null ? null : { name, from });

/** @param {{ target: string|null, host: string|null }|null} request @returns {string|null} the server's name, where the request is not for a proxy */
function hostOf(request) {
  if (request === null || !(request.target?.startsWith('/') || request.target === '*')) return null;
  const name = HOST_NAME.exec(request.host ?? '')?.[1].toLowerCase() ?? null;
  return name !== null && isHostName(name) ? name : null;
}

const KEY = { client: fragment(',"names":{"client":'), server: fragment(',"server":'), name: fragment('{"name":'), from: fragment(',"from":'), end: fragment('}'), null: fragment('null') };

/** Writes them as JSON.stringify would, behind other keys. @param {import('./tcpflow/flow-json-bytes.js').JsonBytes} json @param {FlowNames|null} names */
export function writeNames(json, names) {
  if (names === null) return;
  json.text(KEY.client);
  writeName(json, names.client);
  json.text(KEY.server);
  writeName(json, names.server);
  json.text(KEY.end);
}

/** @param {import('./tcpflow/flow-json-bytes.js').JsonBytes} json @param {Name|null} named */
function writeName(json, named) {
  if (named === null) {
    json.text(KEY.null);
    return;
  }
  json.text(KEY.name);
  json.string(named.name);
  json.text(KEY.from);
  json.string(named.from);
  json.text(KEY.end);
}
