/**
 * What a study is made of. A study plans its runs, executes each by itself (on any thread, in any order), and concludes
 * from all results.
 *
 *     plan ──▶ run 1 ──▶ execute ──▶ values ──┐
 *          ──▶ run 2 ──▶ execute ──▶ values ──┼──▶ conclude ──▶ summary, claims, tables, figures
 *          ──▶   …                            │
 */

/**
 * What somebody gives a study that takes it: requests, and what else it may be asked with.
 * @typedef {{ load: import('../workload/load.js').Load, settings: import('./own-load/settings.js').OwnSettings }} Given
 */
/**
 * @typedef {{ seed: number, draft: boolean, given?: Given }} StudyOptions draft: fewer runs, or shorter ones, for a
 *   first look; given: to a study that takes a load, always
 */
/**
 * One run: JSON that says all, and is kept with its result.
 * @template [P=any]
 * @typedef {{ name: string, parameters: P, effort?: number }} Run name: of letters, digits, dots and hyphens; no other
 *   of the plan has it.
 *   effort: how long it takes, beside others of the plan; the longest are begun first
 */
/** @typedef {{ name: string, bytes: Uint8Array }} StudyCapture name: as that of a run, without the ending */
/**
 * What a run gives.
 * @template [V=any]
 * @typedef {{ values: V, captures?: StudyCapture[] }} RunResult values: JSON
 */
/**
 * What was published, and what came out.
 * @typedef {object} Claim
 * @property {string} id
 * @property {string} source where it is written: a section, figure or table of the study's source
 * @property {string|number} published the figure or statement itself
 * @property {string} claim what is measured here for it
 * @property {string|number} measured
 * @property {string|number} tolerance
 * @property {string} because why so much is tolerated, in a sentence
 * @property {boolean} passed
 * @property {string} [note]
 */
/**
 * What nobody published and we expect: by a formula, or of the program itself.
 * @typedef {Omit<Claim, 'source'|'published'|'claim'|'because'> & { expectation: string, expected: string|number }}
 *   Expectation
 */
/** @typedef {{ text: string, address: string|null }} Source address: of the text that is quoted; null: not public */
/**
 * @typedef {{ title: string, columns: { name: string, unit?: string }[], rows: (string|number|null)[][], isAnswer?:
 *   boolean }} StudyTable isAnswer: it belongs to what came out, and stands there
 */
/** @typedef {'linear'|'log'} Scale */
/**
 * @typedef {object} Series
 * @property {string} name
 * @property {[number, number|null][]} points null: the line has a gap
 * @property {SeriesStyle} [style]
 */
/**
 * @typedef {object} SeriesStyle
 * @property {'line'|'dots'|'steps'} [kind] line: straight from point to point, with a dot on each of a few; steps:
 *   the value holds until the next
 * @property {string} [color] name of a token of the design, such as `s2c`; without it, by the series' place
 * @property {boolean} [dashed]
 */
/**
 * @typedef {{ id: string, title: string, xLabel: string, yLabel: string, xScale?: Scale, yScale?: Scale, series:
 *   Series[] }} Figure id: as
 *   a run's name; it is the name of the files
 */
/**
 * @typedef {object} Conclusion
 * @property {string[]} summary
 * @property {Claim[]} claims
 * @property {Expectation[]} expectations
 * @property {{ statement: string, reason: string }[]} unclaimed what was published and is not measured, and why not
 * @property {StudyTable[]} tables
 * @property {Figure[]} figures
 */
/**
 * @typedef {Conclusion & { study: string, title: string, sources: Source[], seed: number, draft: boolean, captures:
 *   StudyCapture[] }} StudyResult captures: those of all runs
 */
/**
 * What a run may ask of the analysis, which this room knows nothing of: whoever runs a study brings it.
 * @typedef {object} StudyTools
 * @property {(capture: Uint8Array) => Promise<{ code: string, evidence: Record<string, unknown> }[]>} findingsOf what
 *   Selfclock finds in a capture
 * @property {(waitsNs: Float64Array, rttMinNs: number) => Promise<number|null>} acknowledgmentTimerOf the timer on
 *   whose plateau many waits
 *   for acknowledgements, beyond a round trip, lie
 */
/**
 * @template [P=any]
 * @template [V=any]
 * @typedef {object} Study
 * @property {string} name on the command line and in addresses
 * @property {string} title
 * @property {string} summary what it asks, in a sentence or two
 * @property {Source[]} sources what it repeats
 * @property {string} [ownLoad] the study that asks the same of a load that somebody gives
 * @property {{ name: string, label: string, value: string, words: string }[]} [settings] of a study that takes them, in
 *   the order of its form: what each is called there, what it is unless set, how values look
 * @property {(seed: number) => Given} [given] of a study that takes a load: what is taken where nobody gives one
 * @property {(options: StudyOptions) => Run<P>[]} plan
 * @property {boolean} [asksAnalysis] runs use the tools, so what they give depends on the analysis as well
 * @property {(run: Run<P>, options: StudyOptions, tools: StudyTools) => RunResult<V>|Promise<RunResult<V>>} execute the
 *   same values for the
 *   same run, seed and draft
 * @property {(options: StudyOptions) => { name: string, text: string }[]} [files] what its runs are made from, where
 *   that is worth a file of its own
 * @property {(results: { run: Run<P>, values: V }[], options: StudyOptions) => Conclusion} conclude results in the
 *   order of the plan
 */
export {};
