import { NS_PER_SECOND } from '../sender/units.js';

export { bytesText, counted, percent, timesText, timeText, tripText } from '../../shared/text/quantities.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').DirectionContext} DirectionContext */

/** How bad, worst first. */
export const SEVERITIES = /** @type {const} */ (['error', 'warning', 'note']);

/**
 * What was found in a connection, as under `findings` of `analyze --json`. Times in seconds since the capture's first
 * packet.
 * @typedef {object} Finding
 * @property {string} code
 * @property {string} title a few words
 * @property {import('./define-kind.js').Cause} cause which limit it belongs to
 * @property {typeof SEVERITIES[number]} severity
 * @property {'clientToServer' | 'serverToClient' | null} direction of the data that it is about
 * @property {number} start
 * @property {number} end
 * @property {string} message what was seen and what it cost
 * @property {Record<string, number | string | null | number[]>} evidence figures, `frames` some packets that show it
 * @property {number | null} costSeconds time lost to it; null: not known
 * @property {string} advice what would help
 * @property {readonly string[]} references further reading
 */

/**
 * Looks for some kinds of finding in a connection, or in each direction of it. `needs`, bits of `SHOWS`, are those of
 * its kinds.
 * @typedef {((context: Context) => readonly Finding[]) & { kinds: readonly import('./define-kind.js').Kind[], needs:
 *   number, isOfDirection: boolean }} Detector
 */

/**
 * @typedef {{ startNs: number, endNs: number }} Span
 * @typedef {FoundIn & (Span | { during: Span })} Found
 */
/**
 * @typedef {object} FoundIn
 * @property {import('./define-kind.js').Kind} kind
 * @property {Finding['severity']} severity
 * @property {number | null} [direction] 0: the client's data; without it, of both
 * @property {number | null} [costNs] without it, not known
 * @property {string} message
 * @property {string} advice
 */

/** Frames that are named as evidence. */
export const MAX_EVIDENCE_FRAMES = 10;

/** Findings are rounded to milliseconds. @param {number} ns */
export const inSeconds = (ns) => Math.round(ns / 1e6) / 1e3;

/** Most characters of captured text in a sentence. */
const MAX_QUOTE_CHARS = 80;

/** Captured text made safe for a sentence: it is hostile. @param {string} text */
export function quotedText(text) {
  const plain = text.replace(/[^\x20-\x7e\xa0-\uffff]/g, '?');
  return `“${plain.length > MAX_QUOTE_CHARS ? `${plain.slice(0, MAX_QUOTE_CHARS)}…` : plain}”`;
}

/** Of a sentence that goes on behind "Connection 3: ". @param {string} sentence */
export const lowerFirst = (sentence) =>
  /^[A-Z][a-z ]/.test(sentence) ? sentence[0].toLowerCase() + sentence.slice(1) : sentence;

/** @param {number} share */
export const shareOf = (share) => Math.round(share * 1e4) / 1e4;

/** @param {number} ns */
const exactSeconds = (ns) => Math.round(ns) / NS_PER_SECOND;

/** @param {number} direction */
export const directionName = (direction) => (direction === 0 ? 'clientToServer' : 'serverToClient');

/** Who sends a direction's data. @param {number} direction 0: the client's data */
export const senderName = (direction) => (direction === 0 ? 'client' : 'server');

/** Who acknowledges it. @param {number} direction 0: the client's data */
export const receiverName = (direction) => (direction === 0 ? 'server' : 'client');

/**
 * A finding for output: times in seconds, with its title, cause and references.
 * @param {Found} found
 * @param {Finding['evidence']} evidence
 * @returns {Finding}
 */
export function finding(found, evidence) {
  const { kind, severity, direction = null, costNs = null, message, advice } = found;
  const { startNs, endNs } = 'during' in found ? found.during : found;
  const { code, title, cause, references } = kind;
  return {
    code,
    title,
    cause,
    severity,
    direction: direction === null ? null : directionName(direction),
    start: exactSeconds(startNs),
    end: exactSeconds(Math.max(startNs, endNs)),
    message,
    evidence,
    costSeconds: costNs === null ? null : Math.max(0, inSeconds(costNs)),
    advice,
    references,
  };
}

/**
 * The result of nearly every detector, for each of thousands of connections: hence one shared object.
 * @type {readonly Finding[]}
 */
const NONE = Object.freeze([]);

/**
 * @param {Detector['kinds']} kinds all its finding codes, with the same needs
 * @param {(context: Context) => readonly Finding[] | Finding} detect
 * @returns {Detector}
 */
export const detector = (kinds, detect) =>
  Object.assign((/** @type {Context} */ context) => listOf(detect(context)), {
    kinds,
    needs: kinds[0].needs ?? 0,
    isOfDirection: false,
  });

/** @param {readonly Finding[] | Finding} found @returns {readonly Finding[]} */
const listOf = (found) => ('code' in found ? [found] : found);

/**
 * Applies a detector of one direction's data to those that have any, and that show what it needs.
 * @param {Detector['kinds']} kinds all its finding codes, with the same needs
 * @param {(way: DirectionContext, context: Context) => Finding | null} detect
 * @returns {Detector}
 */
export function ofEachDirection(kinds, detect) {
  const needs = kinds[0].needs ?? 0;
  const detectAll = (/** @type {Context} */ context) => {
    const { ways, shows } = context;
    let found = NONE;
    for (let k = 0; k < ways.length; k++) {
      const one = (needs & ~shows[ways[k].direction]) === 0 ? detect(ways[k], context) : null;
      if (one !== null) found = [...found, one];
    }
    return found;
  };
  return Object.assign(detectAll, { kinds, needs, isOfDirection: true });
}
