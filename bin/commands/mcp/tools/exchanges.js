import * as z from 'zod';

import { answer, pageAsked, pageOf, pageOfList } from '../answer.js';
import { captured } from '../captured.js';
import { capturedFields, captureId, paged, paging, tcpConnection } from '../schemas.js';
import { indexOf } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */
/** @typedef {import('../../../../lib/analysis/message-queries.js').Message} Message */
/** @typedef {import('../../../../lib/analysis/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */

/** @type {Tool} */
export const exchanges = {
  name: 'exchanges',
  title: 'Requests and responses',
  description:
    'Messages of one connection in the order of their frames (HTTP, database commands, DNS, mail …): what was asked, ' +
    'the status, sizes, and how long sending, waiting and receiving took. A request and its response have the same pair.',
  input: z.object({ capture: captureId(), connection: tcpConnection(), ...paging }),
  output: z.object({
    exchanges: z.array(
      z.object({
        message: z.number(),
        pair: z.number().nullable().describe('number of its other half'),
        kind: z.string(),
        protocol: z.string(),
        direction: z.string(),
        status: z.union([z.number(), z.string()]).nullable(),
        startSeconds: z.number(),
        endSeconds: z.number(),
        frames: z.array(z.number()).describe('first and last'),
        headerBytes: z.number(),
        bodyBytes: z.number(),
        isComplete: z.boolean(),
        sendSeconds: z.number().nullable(),
        waitSeconds: z.number().nullable().describe('until the first byte of the response'),
        thinkSeconds: z.number().nullable().describe("the server's part of it"),
        receiveSeconds: z.number().nullable(),
        captured: capturedFields('method', 'host', 'target', 'contentType'),
      }),
    ),
    ...paged,
  }),
  async run({ captures }, { capture, connection, ...asked }) {
    const open = captures.get(capture);
    const index = indexOf(open, connection);
    const { offset, limit } = pageAsked(asked);
    const { total, messages } = open.analysis.messages.ofConnection(index, offset, limit);
    const { rows, ...rest } = pageOf({ total, row: (at) => describedMessage(messages[at - offset]) }, asked);
    return answer({ exchanges: rows, ...rest });
  },
};

/** @param {Message} message */
function describedMessage(message) {
  const { timings } = message;
  return {
    ...{ message: message.index, pair: message.pair, kind: message.kind, protocol: message.protocol },
    ...{ direction: message.direction, status: message.status },
    startSeconds: message.start,
    endSeconds: message.end,
    frames: [message.firstFrame, message.lastFrame],
    ...{ headerBytes: message.headerBytes, bodyBytes: message.bodyBytes, isComplete: message.complete },
    sendSeconds: timings?.send ?? null,
    waitSeconds: timings?.wait ?? null,
    thinkSeconds: timings?.think ?? null,
    receiveSeconds: timings?.receive ?? null,
    captured: {
      method: captured(message.method),
      host: captured(message.host),
      target: captured(message.target),
      contentType: captured(message.contentType),
    },
  };
}

/** @type {Tool} */
export const statements = {
  name: 'statements',
  title: 'What requests asked for, summed up',
  description:
    'Requests without their constants (routes, SQL, commands), those that took most time first: how often, how long in ' +
    'all, median and 95th percentile, failures, bytes.',
  input: z.object({ capture: captureId(), connection: tcpConnection().optional(), ...paging }),
  output: z.object({ statements: z.array(z.record(z.string(), z.unknown())), ...paged }),
  async run({ captures }, { capture, connection, ...asked }) {
    const open = captures.get(capture);
    const indexes = connection === undefined ? undefined : [indexOf(open, connection)];
    const { rows, ...rest } = pageOfList(open.analysis.messages.statements(indexes), asked);
    return answer({ statements: rows.map(toldStatement), ...rest });
  },
};

/** @param {import('../../../../lib/analysis/messages/statements.js').Statement} statement */
const toldStatement = (statement) => {
  const texts = Object.entries(statement).filter(([, value]) => typeof value === 'string');
  const figures = Object.entries(statement).filter(([, value]) => typeof value !== 'string');
  return {
    ...Object.fromEntries(figures),
    captured: Object.fromEntries(texts.map(([name, value]) => [name, captured(String(value))])),
  };
};
