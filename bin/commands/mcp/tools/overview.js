import * as z from 'zod';

import { explain } from '../../../../lib/analysis/explain-verdict.js';
import { flowName } from '../../../../lib/shared/quic-flow.js';
import { answer, pageOfList } from '../answer.js';
import { evidence, sentence } from '../captured.js';
import { kept } from '../kept.js';
import {
  captureId,
  connectionId,
  findingFields,
  paged,
  paging,
  sentenceField,
  verdict as verdictSchema,
} from '../schemas.js';
import { anyIndexOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */
/** @typedef {import('../open-captures.js').OpenCapture} OpenCapture */

/** What the capture shows, in one sentence. @param {OpenCapture} capture */
export const firstSentence = ({ connections }) => connections.ofCapture().summary ?? 'No TCP or QUIC packets.';

/** @param {import('../../../../lib/insight/verdict/verdict.js').Verdict} verdict */
export const toldVerdict = ({ sentence: words, code, cause, severity, costSeconds }) => ({
  ...{ sentence: sentence(words), code, cause, severity },
  costSeconds: costSeconds ?? null,
});

/** @param {import('../../../../lib/insight/findings/finding.js').Finding} finding */
const toldFinding = ({ code, title, severity, cause, message, costSeconds, advice }) => ({
  ...{ code, title, severity, cause, costSeconds },
  message: sentence(message),
  advice: sentence(advice),
});

/** @type {Tool} */
export const overview = {
  name: 'overview',
  title: 'What a capture shows',
  description:
    'The sentence that says what was wrong and what it cost, facts of the capture, loss, round-trip times, handshakes, ' +
    'and whose the time was.',
  input: z.object({ capture: captureId() }),
  output: z.object({
    sentence: sentenceField(),
    verdict: verdictSchema().nullable(),
    format: z.string().nullable(),
    startEpochSeconds: z.string().nullable(),
    durationSeconds: z.number().nullable(),
    packets: z.number(),
    connections: z.number(),
    quicConnections: z.number(),
    retransmittedShare: z.number().nullable().describe('of packets with data'),
    lostShare: z.number().nullable().describe('of payload bytes'),
    rttSeconds: z.record(z.string(), z.unknown()).nullable(),
    handshakes: z.record(z.string(), z.number()),
    findingCodes: z.array(z.object({ code: z.string(), costSeconds: z.number().nullable(), connections: z.number() })),
    warnings: z.array(sentenceField()),
  }),
  async run({ captures }, { capture }) {
    const open = captures.get(capture);
    const { analysis } = open;
    const facts = analysis.ingest.describe();
    const { verdict, findings } = open.connections.ofCapture();
    const { loss, retransmissions, rtt, handshakes } = analysis.connections.figures();
    return answer({
      sentence: sentence(firstSentence(open)),
      verdict: verdict ? toldVerdict(verdict) : null,
      format: facts.format,
      startEpochSeconds: facts.startEpoch,
      durationSeconds: facts.duration,
      packets: facts.packets,
      connections: facts.flows,
      quicConnections: facts.quicConnections ?? 0,
      retransmittedShare: retransmissions.share,
      lostShare: loss.share,
      rttSeconds: rtt,
      handshakes,
      findingCodes: findings.map(({ code, costSeconds, flows }) => ({ code, costSeconds, connections: flows.length })),
      warnings: facts.warnings.map(({ message }) => sentence(message)),
    });
  },
};

/** @type {Tool} */
export const findings = {
  name: 'findings',
  title: 'What was wrong, and why that is said',
  description:
    'Findings of the capture or of one connection, worst first, each with its cost, the frames that show it and ' +
    'advice; and why the first sentence leads: what else was considered, what yielded, what cannot be observed here.',
  input: z.object({ capture: captureId(), connection: connectionId().optional(), ...paging }),
  output: z.object({
    sentence: sentenceField(),
    why: sentenceField(),
    explanation: z.array(z.object({ title: z.string(), lines: z.array(sentenceField()) })),
    findings: z.array(
      z.object({
        ...findingFields,
        direction: z.string().nullable().optional(),
        startSeconds: z.number().optional(),
        endSeconds: z.number().optional(),
        connections: z.array(z.union([z.number(), z.string()])).optional(),
        evidence: z.record(z.string(), z.unknown()).optional().describe('figures; frames: packets that show it'),
      }),
    ),
    ...paged,
  }),
  async run({ captures }, { capture, connection, ...asked }) {
    const open = captures.get(capture);
    const index = connection === undefined ? null : anyIndexOf(open, connection);
    const explained = kept(open, 'explanation', index, () => explain(open.analysis, open.connections, index));
    /** @type {Record<string, unknown>[]} */
    const list = index === null ? ofCapture(open) : ofConnection(open, index);
    const { rows, ...rest } = pageOfList(list, asked);
    return answer({
      sentence: sentence(explained.sentence),
      why: sentence(explained.why),
      explanation: explained.sections.map(({ title, lines }) => ({ title, lines: lines.map(sentence) })),
      findings: rows,
      ...rest,
    });
  },
};

/** Connections of a finding that are named. */
const MAX_NAMED_CONNECTIONS = 100;

/** @param {OpenCapture} capture */
const ofCapture = ({ connections }) =>
  connections
    .ofCapture()
    .findings.map((one) => ({
      ...toldFinding(one),
      connections: one.flows.slice(0, MAX_NAMED_CONNECTIONS).map(flowName),
    }));

/** @param {OpenCapture} capture @param {number} index */
function ofConnection({ analysis, connections }, index) {
  const found =
    connections.quicIndexOf(index) < 0 ? analysis.findings.ofOpened(index).findings : connections.findings(index);
  return found.map((one) => ({
    ...toldFinding(one),
    direction: one.direction,
    startSeconds: one.start,
    endSeconds: one.end,
    evidence: evidence(one.evidence),
  }));
}
