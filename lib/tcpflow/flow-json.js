import { ANALYSIS_FLAGS } from './analysis-flags.js';
import { flowState, isComplete } from './describe-flow.js';
import { DIR, FLOW, FLOW_F } from './flow-fields.js';
import { fragment } from './flow-json-bytes.js';
import { DIRECTION_FIELDS, FORM, readDirection } from './flow-json-fields.js';

/** @typedef {import('./flow-table.js').FlowTable} FlowTable */
/** @typedef {import('./flow-json-bytes.js').JsonBytes} JsonBytes */

const TRUE = fragment('true'), FALSE = fragment('false'), NULL = fragment('null');

/** Keys of a connection, with what stands before them. */
const KEY = {
  flow: fragment('{"flow":'), client: fragment(',"client":{"address":'), server: fragment('},"server":{"address":'), port: fragment(',"port":'),
  roleGuessed: fragment('},"roleGuessed":'), start: fragment(',"start":'), end: fragment(',"end":'), state: fragment(',"state":'),
  complete: fragment(',"complete":'), handshakeRtt: fragment(',"handshakeRtt":'),
  clientToServer: fragment(',"clientToServer":'), serverToClient: fragment(',"serverToClient":'),
};

/** Each field's key, with the braces that its group needs before it. */
const FIELD_KEYS = DIRECTION_FIELDS.map(({ group, name }, i) => {
  const before = i === 0 ? '' : DIRECTION_FIELDS[i - 1].group;
  if (group === before) return fragment(`${i === 0 ? '{' : ','}"${name}":`);
  return fragment(`${before === '' ? '' : '}'},${group === '' ? '' : `"${group}":{`}"${name}":`);
});

const FLAGS = fragment(',"flags":{'), END_OF_FLAGS = fragment('}}');
const FIRST_FLAG_KEYS = ANALYSIS_FLAGS.map((name) => fragment(`"${name}":`));
const FLAG_KEYS = ANALYSIS_FLAGS.map((name) => fragment(`,"${name}":`));

const FIELD_FORMS = Int32Array.from(DIRECTION_FIELDS, ({ form }) => form);

/** Of the direction being written. */
const values = new Float64Array(DIRECTION_FIELDS.length);

/**
 * Writes what `describeFlow` gives, byte for byte as JSON.stringify would, but for the closing brace: others may add to it.
 * @param {JsonBytes} json @param {FlowTable} flows @param {number} flow index
 */
export function writeFlow(json, flows, flow) {
  const client = flows.clientEndpoint(flow), server = 1 - client;
  json.text(KEY.flow);
  json.integer(flows.number(flow));
  json.text(KEY.client);
  writeEndpoint(json, flows, flow, client);
  json.text(KEY.server);
  writeEndpoint(json, flows, flow, server);
  json.text(KEY.roleGuessed);
  json.text(flows.isRoleGuessed(flow) ? TRUE : FALSE);
  json.text(KEY.start);
  json.decimal(flows.float(flow, FLOW_F.START), 1e9, 9);
  json.text(KEY.end);
  json.decimal(flows.float(flow, FLOW_F.END), 1e9, 9);
  json.text(KEY.state);
  json.string(flowState(flows, flow));
  json.text(KEY.complete);
  json.text(isComplete(flows, flow) ? TRUE : FALSE);
  json.text(KEY.handshakeRtt);
  const handshakeNs = flows.float(flow, FLOW_F.HANDSHAKE_RTT);
  writeInForm(json, FORM.SECONDS, handshakeNs >= 0 ? handshakeNs : NaN);
  json.text(KEY.clientToServer);
  writeDirection(json, flows, flow, client);
  json.text(KEY.serverToClient);
  writeDirection(json, flows, flow, server);
}

/** Address and port, without the closing brace. @param {JsonBytes} json @param {FlowTable} flows @param {number} flow @param {number} endpoint */
function writeEndpoint(json, flows, flow, endpoint) {
  const ports = flows.int(flow, FLOW.PORTS);
  if (flows.int(flow, FLOW.IP_VERSION) === 4) json.ipv4(flows.int(flow, (endpoint ? FLOW.ADDRESS_1 : FLOW.ADDRESS_0) + 3));
  else json.string(flows.endpoint(flow, endpoint).address);
  json.text(KEY.port);
  json.integer(endpoint ? ports & 0xffff : ports >>> 16);
}

/** @param {JsonBytes} json @param {FlowTable} flows @param {number} flow @param {number} endpoint that sends */
function writeDirection(json, flows, flow, endpoint) {
  readDirection(flows, flow, endpoint, values);
  for (let i = 0; i < FIELD_FORMS.length; i++) {
    json.text(FIELD_KEYS[i]);
    writeInForm(json, FIELD_FORMS[i], values[i]);
  }
  writeFlags(json, flows, flow, endpoint);
}

/** @param {JsonBytes} json @param {number} form @param {number} value as `readDirection` gives it */
function writeInForm(json, form, value) {
  if (Number.isNaN(value)) return json.text(NULL);
  switch (form) {
    case FORM.SECONDS: return json.decimal(value, 1e9, 9);
    case FORM.THOUSANDTHS: return json.decimal(value, 1e3, 3);
    case FORM.BOOLEAN: return json.text(value !== 0 ? TRUE : FALSE);
    default: return json.integer(value);
  }
}

/** Those that occurred. @param {JsonBytes} json @param {FlowTable} flows @param {number} flow @param {number} endpoint */
function writeFlags(json, flows, flow, endpoint) {
  json.text(FLAGS);
  let keys = FIRST_FLAG_KEYS;
  for (let bit = 0; bit < ANALYSIS_FLAGS.length; bit++) {
    const count = flows.dirInt(flow, endpoint, DIR.FLAG_COUNTS + bit);
    if (count <= 0) continue;
    json.text(keys[bit]);
    json.integer(count);
    keys = FLAG_KEYS;
  }
  json.text(END_OF_FLAGS);
}
