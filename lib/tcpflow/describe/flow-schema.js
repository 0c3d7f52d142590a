/**
 * The fields of a connection in `analyze --json`: their order, names and kinds are defined only here. From this `npm
 * run build:core` generates the code that makes the object (`flow-object.js`) and that writes it as text in the engine
 * (`lib/engine/json/flow.ts`); tests compare both. A new field is a line here and, where its value is not a column of
 * `lib/engine/layout.js`, a function of the same name in `flow-values.js` and in `lib/engine/json/flow-values.ts`.
 *
 * @typedef {object} Field
 * @property {string} name in the JSON
 * @property {Kind} kind
 * @property {string} [column] of lib/engine/layout.js that holds the value unchanged
 * @property {string} [value] function that returns the value, where it is not a column
 * @property {string} [when] function that returns whether the value is known; else it is null
 * @property {string} [option] of `OPTION`, for kind `option`
 * @property {'client'|'server'} [end] for kinds `endpoint` and `direction`
 */

/**
 * `integer`: as it is; `seconds`: a time in ns; `thousandths`: a value stored in thousandths; `option`: whether a SYN
 *   offered a TCP option, null: not known; `flags`: how often each analysis flag occurred; `endpoint`: address and
 *   port; `direction`, `rtt`: an object of these fields.
 * @typedef {'integer'|'seconds'|'thousandths'|'boolean'|'text'|'option'|'flags'|'endpoint'|'direction'|'rtt'} Kind
 */

/** @type {Field[]} */
export const FLOW_FIELDS = [
  { name: 'flow', kind: 'integer', value: 'flowNumber' },
  { name: 'client', kind: 'endpoint', end: 'client' },
  { name: 'server', kind: 'endpoint', end: 'server' },
  { name: 'roleGuessed', kind: 'boolean', value: 'isRoleGuessed' },
  { name: 'start', kind: 'seconds', column: 'start' },
  { name: 'end', kind: 'seconds', column: 'end' },
  { name: 'state', kind: 'text', value: 'flowState' },
  { name: 'complete', kind: 'boolean', value: 'isComplete' },
  { name: 'handshakeRtt', kind: 'seconds', column: 'handshakeRtt', when: 'hasHandshakeRtt' },
  { name: 'clientToServer', kind: 'direction', end: 'client' },
  { name: 'serverToClient', kind: 'direction', end: 'server' },
];

/** @type {Field[]} */
export const DIRECTION_FIELDS = [
  { name: 'packets', kind: 'integer', column: 'packets' },
  { name: 'dataPackets', kind: 'integer', column: 'dataPackets' },
  { name: 'bytes', kind: 'integer', column: 'bytes' },
  { name: 'uniqueBytes', kind: 'integer', column: 'uniqueBytes' },
  { name: 'retransmittedPackets', kind: 'integer', column: 'retransmittedPackets' },
  { name: 'retransmittedBytes', kind: 'integer', column: 'retransmittedBytes' },
  { name: 'outOfOrderPackets', kind: 'integer', column: 'reorderedPackets' },
  { name: 'duplicateAcks', kind: 'integer', value: 'duplicateAcks' },
  { name: 'mss', kind: 'integer', column: 'mss', when: 'hasMss' },
  { name: 'windowScale', kind: 'integer', column: 'windowScale', when: 'offersWindowScale' },
  { name: 'sackPermitted', kind: 'option', option: 'SACK_PERMITTED' },
  { name: 'timestamps', kind: 'option', option: 'TIMESTAMPS' },
  { name: 'maxInFlightBytes', kind: 'integer', column: 'maxInFlight', when: 'hasAckedData' },
  { name: 'rtt', kind: 'rtt' },
  { name: 'initialWindowBytes', kind: 'integer', column: 'initialWindowBytes', when: 'hasInitialWindow' },
  { name: 'initialWindowSegments', kind: 'integer', column: 'initialWindowSegments', when: 'hasInitialWindow' },
  { name: 'throughput', kind: 'thousandths', value: 'throughput', when: 'hasDuration' },
  { name: 'flags', kind: 'flags' },
];

/** @type {Field[]} */
export const RTT_FIELDS = [
  { name: 'samples', kind: 'integer', column: 'rttSamples' },
  { name: 'min', kind: 'seconds', column: 'rttMin', when: 'hasSamples' },
  { name: 'mean', kind: 'seconds', value: 'rttMean', when: 'hasSamples' },
  { name: 'max', kind: 'seconds', column: 'rttMax', when: 'hasSamples' },
  { name: 'stdev', kind: 'seconds', value: 'rttDeviation', when: 'hasSeveralSamples' },
];
