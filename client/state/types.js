/**
 * What the server sends, as docs/protocol.md has it, and what the shell passes to a view.
 */

/** @typedef {{ code: string, message: string, offset?: number | null }} Warning */

/**
 * @typedef {{ binSeconds: number, clientToServer: number[], serverToClient: number[], retransmissions: number[] }}
 *   Activity
 */

/**
 * @typedef {{
 *   interface: string, filter: string, tool: string | null, packets: number, bytes: number,
 *   drops: { kernel: number | null, interface: number | null }, stopReason: string | null,
 * }} LiveState
 */

/**
 * The verdict on a connection or a capture, in one sentence.
 * @typedef {import('../../lib/insight/verdict/verdict.js').Verdict} Verdict
 */

/** A capture's, with the sentence of its worst finding. @typedef {Verdict & { message: string }} CaptureVerdict */

/**
 * @typedef {{
 *   id: string, revision: number, name: string, tags: string[], source: 'upload' | 'live' | 'stdin' | 'file' | 'kept',
 *   state: 'receiving' | 'reading' | 'live' | 'ready' | 'failed',
 *   createdEpoch: number, sizeBytes: number, expectedBytes: number | null, analysedBytes: number, version: number,
 *   format: string | null, packets: number, tcpPackets: number, quicConnections: number,
 *   connections: number, requests: number,
 *   encryption: { tls: number, decrypted: number }, startEpoch: string | null, duration: number | null,
 *   warnings: Warning[], notRead: { layer: string, packets: number }[],
 *   error: { code: string, message: string } | null,
 *   live: LiveState | null, activity: Activity | null, verdict: CaptureVerdict | null, judging: boolean,
 *   examining: { done: number, total: number } | null,
 * }} Capture
 */

/**
 * @typedef {{
 *   name: string, title: string, summary: string, state: 'idle' | 'running' | 'failed', done: number, total: number,
 *   draft: boolean, error: string | null,
 *   settings?: { name: string, label: string, value: string, words: string }[], ownLoad?: string,
 * }} StudyState
 */
/**
 * A small example capture; isPage: many connections, to be seen together.
 * @typedef {{ name: string, title: string, words: string, isPage: boolean }} Example
 */

/** @typedef {{ usedBytes: number, freeBytes: number | null, uploadLimitBytes: number | null }} Storage */

/** @typedef {{ address: string, port: number }} Endpoint */

/**
 * Pairs are [client → server, server → client]; null: not known without keys, or nothing that QUIC has.
 * @typedef {{ flow: number, transport: 'tcp'|'quic', client: Endpoint, server: Endpoint, roleGuessed: boolean, state:
 *   string, start: number, end: number, stream: number|null, vlans: number[], packets: [number, number], dataPackets:
 *   [number|null, number|null], bytes: [number, number], retransmissions: [number|null, number|null], rttMin: number |
 *   null, rttMax: number | null, requests: number, protocol: string | null, verdict: Verdict, clientName: string |
 *   null, serverName: string | null, isLocked: boolean, firstMethod: string | null, firstTarget: string | null,
 *   firstHost: string | null,
 *   activity: { bins: [number[], number[], number[]] } }} ConnectionRow
 */

/**
 * @typedef {{ version: number, total: number, matched: number, offset: number, rows: ConnectionRow[] }} ConnectionPage
 */

/**
 * @typedef {{
 *   tool: string | null,
 *   interfaces: { name: string, description: string | null, addresses: string[], loopback: boolean, up: boolean }[],
 *   problem: { message: string, command: string | null } | null,
 *   socketsProblem: string | null,
 * }} Interfaces `socketsProblem`: why the host's sockets cannot be sampled
 */

/** @typedef {{ name: string, receivedBytes: number, sentBytes: number }} InterfaceTraffic */

/**
 * @typedef {{ interface: string, filter: string, snapLength: number | null, maxBytes: number | null, maxSeconds:
 *   number | null, ringBytes:
 *   number | null, withSockets?: boolean }} LiveRequest `withSockets`: the host's sockets are sampled meanwhile
 */

/**
 * @typedef {{ id: string, version: number, connections: number, packets: number, flow: { flow: number, packets: number
 *   } | null }} Progress
 */

/**
 * @typedef {{ id: number, flow: number | null, time: number, frame: number | null, text: string, createdEpoch: number
 *   }} Note `time` in ns
 *   since the capture's first packet
 */

/** The view's own part of the URL: the parameters after `?`.
 * @typedef {Record<string, string>} Query */

/**
 * A mounted view. `update` is called when the same view's query changed from outside (back, forward).
 * @typedef {{ update: (query: Query) => void, destroy: () => void }} View
 */

export {};
