/** @typedef {import('../shared/hostlog/host-log.js').HostLog} HostLog */

/**
 * A transport's conversations in a capture: what is offered to all that looks at them, while the capture is read and
 * afterwards. Conversations are given by index.
 * @template {import('./conversation.js').Conversations} [F=import('./conversation.js').Conversations]
 * @template {import('./packets.js').PacketRows} [R=import('./packets.js').PacketRows]
 * @template {import('./packets.js').Packets} [P=import('./packets.js').Packets]
 * @typedef {object} Transport
 * @property {F} flows
 * @property {R} packets
 * @property {boolean} hasEnded whether no more packets will come
 * @property {() => number} latestNs time of the capture's latest packet of any kind, as of now
 * @property {() => bigint | null} startEpochNs when the capture's first packet passed, ns since 1970; null: not known
 * @property {() => HostLog | null} hostLog what a host recorded beside the capture
 * @property {(flow: number) => P} packetsOf linear in its packets
 * @property {(flow: number, direction: number) => import('./round-trips.js').SampleList} roundTripsOf from the capture
 *   point, of the half of the path to that direction's receiver
 * @property {(flow: number) => object} describe as in `analyze --json`, without its content
 * @property {(flow: number, judged: import('./losses.js').LossesAndReordering | undefined) => Record<string, unknown>}
 *   describeEvidence what the transport found beyond that, each part only where there is any
 * @property {(flow: number) => Warning[]} warningsOf about its streams
 * @property {(Warning & { offset: null })[]} warnings about the streams of the whole capture
 */

/** @typedef {{ code: string, message: string }} Warning */

export {};
