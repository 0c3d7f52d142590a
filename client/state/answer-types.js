/**
 * What the server answers about connections, messages, replays and studies (docs/protocol.md). The shapes are those of
 * the functions that make the answers: named here by type only, so nothing of lib/ is loaded for them, and what changes
 * there is seen here by the type check.
 */

/** @typedef {import('../../lib/analysis/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */

/**
 * One connection; times in seconds since the capture's first packet. `packets`, `messages`: how many;
 * `findingsDeferred`: findings have not been searched for.
 * @typedef {Omit<ReturnType<OpenedAnalysis['connections']['describe']>, 'verdict'> & { version: number,
 *   findingsDeferred: boolean, verdict: import('./types.js').Verdict, packets: number, messages: number, activity:
 *   import('./types.js').Activity }} Connection
 */

/** @typedef {Connection['clientToServer']} Direction */

/** @typedef {NonNullable<Connection['lossEpisodes']>[number]} LossEpisode */

/** @typedef {NonNullable<Connection['tls']>} Tls */

/** @typedef {import('../../lib/insight/kernel/describe-kernel.js').KernelOfSender} KernelOfSender */
/** @typedef {import('../../lib/analysis/quic/describe-qlog.js').QlogOfSender} QlogOfSender */

/** @typedef {import('../../lib/protocols/describe-message.js').Message} Message */

/**
 * A message and its other half, null where the capture does not have it, and the messages of the stream under the
 * request.
 * @typedef {{ request: Message|null, response: Message|null, stream:
 *   import('../../lib/analysis/message-queries.js').Stream }} Exchange
 */

/**
 * A finding of a connection, or of a capture, whose findings name the connections in `flows`.
 * @typedef {import('../../lib/insight/findings/finding.js').Finding & { flows?: number[] }} Finding
 */

/**
 * A finding that this capture cannot show, and why.
 * @typedef {import('../../lib/insight/findings/unobservable.js').Unobservable} Unobservable
 */

/**
 * A finding of a connection.
 * @typedef {{ version: number } & Pick<Connection, 'summary' | 'verdict' | 'findings' | 'unobservable'>}
 *   ConnectionFindings
 */

/**
 * Whose the time was in which a connection waited.
 * @typedef {ReturnType<typeof import('../../lib/insight/describe/describe-time.js').describeWaits>} Waits
 */

/**
 * What held a page, and its critical path.
 * @typedef {import('../../lib/overview/pages/page-verdict.js').PageVerdict} PageVerdict
 */

/**
 * What a capture, or a connection of it, cost.
 * @typedef {import('../../lib/compare/capture-summary.js').CaptureSummary} CostSummary
 */

/**
 * One of those that are compared, and what it cost more than the first; null of the first itself.
 * @typedef {{ id: string, name: string, flow: number|null, summary: CostSummary, difference: CostDifference|null }}
 *   Compared
 * @typedef {ReturnType<typeof import('../../lib/compare/differences.js').differenceOf>} CostDifference
 */

/**
 * Captures of one path, by their ids.
 * @typedef {{ of: readonly string[], clocks: 'estimated'|'synchronised' }} PathAsked
 *
 * What happened between them.
 * @typedef {import('../../lib/session/path.js').PathSession} PathSession
 * @typedef {Awaited<ReturnType<PathSession['summary']>>} LaidOver
 * @typedef {LaidOver['segments'][number]} PathSegment
 */

/**
 * A replay under other conditions.
 * @typedef {ReturnType<typeof import('../../lib/whatif/predict.js').whatIfDrawn>} Prediction
 */

/** What the settings were in the capture; null where that is not known. @typedef {Prediction['observed']} Observed */

/**
 * The same, or a sentence why the capture cannot be replayed that way.
 * @typedef {(Prediction & { refusal?: undefined })|{ refusal: string, isDraft?: undefined }} WhatIfAnswer
 */

/**
 * @typedef {Omit<import('../../lib/studies/study.js').StudyResult, 'captures'> & { captures: string[] }}
 *   StudyResult names of its captures
 */

/**
 * A QUIC connection: `analyze --json` and its streams.
 * @typedef {Omit<ReturnType<import('../../lib/analysis/quic/opened-quic.js').OpenedQuic['facts']>, 'findings'> & {
 *   findings: Finding[] }} QuicFacts
 */

/** Packets found across connections. @typedef {ReturnType<OpenedAnalysis['overview']['findPackets']>} FoundPackets */

export {};
