/**
 * The parts of a study. A study plans its runs, executes each independently (on any thread, in any order), and
 * concludes from all results.
 *
 *     plan ──▶ run 1 ──▶ execute ──▶ values ──┐
 *          ──▶ run 2 ──▶ execute ──▶ values ──┼──▶ conclude ──▶ summary, claims, tables, figures
 *          ──▶   …                            │
 */

/**
 * A user's input for a study that accepts it: requests, and further settings.
 * @typedef {{ load: import('./workload/load.js').Load, settings: import('./own-load/settings.js').OwnSettings }} Given
 */
/**
 * @typedef {{ seed: number, draft: boolean, given?: Given }} StudyOptions draft: fewer runs, or shorter ones, for a
 *   first look; given: to a study that takes a load, always
 */
/**
 * One run: complete as JSON, and kept with its result.
 * @template [P=any]
 * @typedef {{ name: string, parameters: P, effort?: number }} Run name: of letters, digits, dots and hyphens; no other
 *   of the plan has it.
 *   effort: how long it takes, beside others of the plan; the longest are begun first
 */
/** @typedef {{ name: string, bytes: Uint8Array }} StudyCapture name: as that of a run, without the ending */
/**
 * Result of a run.
 * @template [V=any]
 * @typedef {{ values: V, captures?: StudyCapture[] }} RunResult values: JSON
 */
/**
 * A published claim, and its reproduction.
 * @typedef {object} Claim
 * @property {string} id
 * @property {string} source where it is written: a section, figure or table of the study's source
 * @property {string|number} published the figure or statement itself
 * @property {string} claim the corresponding measurement here
 * @property {string|number} measured
 * @property {string|number} tolerance
 * @property {string} because why so much is tolerated, in a sentence
 * @property {boolean} passed
 * @property {string} [note]
 */
/**
 * Unpublished expectations: from a formula, or about the program itself.
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
 * @property {{ statement: string, reason: string }[]} unclaimed published claims that are not measured, and why
 * @property {StudyTable[]} tables
 * @property {Figure[]} figures
 */
/**
 * @typedef {Conclusion & { study: string, title: string, sources: Source[], seed: number, draft: boolean, captures:
 *   StudyCapture[] }} StudyResult captures: those of all runs
 */
/**
 * Functions of the analysis for a run, passed by the runner of a study: this room does not depend on the analysis.
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
 * @property {string} summary its question, in a sentence or two
 * @property {Source[]} sources the publications it reproduces
 * @property {string} [ownLoad] the same study for a user's own load
 * @property {{ name: string, label: string, value: string, words: string }[]} [settings] settings, in the order of its
 *   form: label, default, format of values
 * @property {(seed: number) => Given} [given] default load of a study that accepts one
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
/** Of random numbers, where none is given. */
export const DEFAULT_SEED = 1;
