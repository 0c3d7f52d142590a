/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').DirectionContext} DirectionContext */

/** How bad, worst first. */
export const SEVERITIES = /** @type {const} */ (['error', 'warning', 'note']);

/**
 * What was found in a connection, as under `findings` of `analyze --json`. Times in seconds since the capture's first packet.
 * @typedef {object} Finding
 * @property {string} code
 * @property {typeof SEVERITIES[number]} severity
 * @property {'clientToServer' | 'serverToClient' | null} direction of the data that it is about
 * @property {number} start
 * @property {number} end
 * @property {string} message
 * @property {Record<string, number | string | null | number[]>} evidence figures, `frames` some packets that show it
 * @property {number | null} costSeconds time lost to it; null: not known
 * @property {string} advice
 */

/** @typedef {(context: Context) => Finding[]} Detector */

const NS_PER_SECOND = 1e9;
/** Frames that are named as evidence. */
export const MAX_EVIDENCE_FRAMES = 10;

/** Milliseconds are exact enough for findings. @param {number} ns */
export const inSeconds = (ns) => Math.round(ns / 1e6) / 1e3;

/** @param {number} ns */
const exactSeconds = (ns) => Math.round(ns) / NS_PER_SECOND;

/** @param {number} direction */
export const directionName = (direction) => (direction === 0 ? 'clientToServer' : 'serverToClient');

/** @param {number} direction */
export const senderName = (direction) => (direction === 0 ? 'client' : 'server');

/** @param {number} direction */
export const receiverName = (direction) => (direction === 0 ? 'server' : 'client');

/**
 * @param {{ code: string, severity: Finding['severity'], direction: number | null, startNs: number, endNs: number, costNs: number | null, message: string, advice: string }} found
 * @param {Finding['evidence']} evidence
 * @returns {Finding}
 */
export function finding({ code, severity, direction, startNs, endNs, costNs, message, advice }, evidence) {
  return {
    code, severity, direction: direction === null ? null : directionName(direction), start: exactSeconds(startNs), end: exactSeconds(endNs),
    message, evidence, costSeconds: costNs === null ? null : Math.max(0, inSeconds(costNs)), advice,
  };
}

/** Applies a detector of one direction's data to those that have any. @param {(way: DirectionContext, context: Context) => Finding | null} detect @returns {Detector} */
export const ofEachDirection = (detect) => (context) => context.ways.flatMap((way) => detect(way, context) ?? []);
