import * as z from 'zod';

import { summarizeCapture } from '../../../../lib/compare/capture-summary.js';
import { differenceOf } from '../../../../lib/compare/differences.js';
import { PathAnalysis, pointOf } from '../../../../lib/path/path-analysis.js';
import { MAX_PATH_POINTS } from '../../../../lib/shared/path/bounds.js';
import { answer } from '../answer.js';
import { sentence } from '../captured.js';
import { described } from '../described.js';
import { captureId, sentenceField } from '../schemas.js';
import { firstSentence } from './overview.js';

/** @typedef {import('./tool.js').Tool} Tool */

const two = () => z.array(captureId()).min(2).max(MAX_PATH_POINTS);

/** @type {Tool} */
export const compare = {
  name: 'compare',
  title: 'Compare captures',
  description:
    'The same work done in several ways: seconds, packets, payload, retransmissions, flights and the time from the first request ' +
    'to the last data of each capture, with the difference to the first.',
  input: z.object({ captures: two().describe('the first is what the others are compared with') }),
  output: z.object({
    captures: z.array(
      z.object({
        capture: z.string(),
        sentence: sentenceField(),
        cost: z.record(z.string(), z.unknown()).describe('seconds: first request to last data; sizes in bytes'),
        difference: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
  }),
  async run({ captures }, asked) {
    /** @type {import('../open-captures.js').OpenCapture[]} */
    const open = asked.captures.map((/** @type {string} */ id) => captures.get(id));
    const costs = open.map(({ analysis, connections }) => summarizeCapture(analysis.ingest, connections.otherCosts()));
    return answer({
      captures: open.map((one, at) => ({
        capture: one.id,
        sentence: sentence(firstSentence(one)),
        cost: described(costs[at]),
        difference: at === 0 ? null : described(differenceOf(costs[0], costs[at])),
      })),
    });
  },
};

/** Findings of a path that are told. */
const MAX_PATH_FINDINGS_TOLD = 50;

/** @type {Tool} */
export const path = {
  name: 'path',
  title: 'Captures of one path',
  description:
    'Captures of the same traffic at several points, laid over each other: where packets were lost, delayed or changed, ' +
    'and so whether the network or a host took the time.',
  input: z.object({
    captures: two(),
    clocks: z.enum(['estimated', 'synchronised']).optional().describe('estimated from the packets without it'),
  }),
  output: z.object({
    sentence: sentenceField(),
    points: z.array(z.unknown()).describe('in the order of captures; offsets of clocks in seconds'),
    segments: z.array(z.unknown()).describe('by part of the path and direction: delays in seconds'),
    notes: z.array(z.unknown()),
    findings: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        message: sentenceField(),
        connection: z.number().nullable().describe('of the path, from 0'),
        direction: z.string().nullable(),
        between: z.array(z.number()).nullable().describe('two of captures, from 0'),
        from: z.array(z.number()).describe('captures that show it'),
        withdrawn: sentenceField().nullable().describe('why it does not hold: another capture refutes it'),
      }),
    ),
  }),
  async run({ captures }, { captures: ids, clocks }) {
    const open = ids.map((/** @type {string} */ id) => captures.get(id));
    const points = open.map((/** @type {any} */ { name, analysis }) => pointOf(name, analysis));
    const laid = new PathAnalysis(points, clocks === 'synchronised' ? { aheadNs: ids.map(() => 0) } : {});
    return answer({
      sentence: sentence(laid.verdict().sentence),
      points: described(laid.points()),
      segments: described(laid.segments()),
      notes: described(laid.notes()),
      findings: laid
        .findings()
        .slice(0, MAX_PATH_FINDINGS_TOLD)
        .map(({ code, title, message, connection, direction, between, from, withdrawn }) => ({
          ...{ code, title, message: sentence(message), connection, direction, between, from },
          withdrawn: withdrawn === null ? null : sentence(withdrawn),
        })),
    });
  },
};
