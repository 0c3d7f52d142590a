/** Opens what reads the content of an HTTP message for what it says: messages of gRPC, events, an error. */
import { HTTP1_CONTENT as CONTENT } from '../../engine/enums.js';
import { grpcIn } from '../grpc/messages.js';
import { fieldOf } from '../model/header-fields.js';
import { ErrorDocument } from './error-document.js';
import { ServerEvents } from './server-events.js';

export { CONTENT };

/** @typedef {[name: string, value: string][]} Fields */
/** @typedef {import('../grpc/messages.js').GrpcMessages|ServerEvents|ErrorDocument} Content */

const GRPC = /^application\/grpc/i;
const EVENTS = /^text\/event-stream/i;
/** As the engine reads it in heads of HTTP/1 (lib/engine/http1/fields.ts). */
const DOCUMENT = /^(?:text\/xml|application\/(?:[^;]*\+)?(?:json|xml))/i;

/** @param {Fields} fields of a head @param {boolean} isResponse @returns {number} of `CONTENT` */
export function contentOf(fields, isResponse) {
  const type = fieldOf(fields, 'content-type') ?? '';
  if (GRPC.test(type)) return CONTENT.GRPC;
  if (!isResponse) return CONTENT.OTHER;
  if (EVENTS.test(type)) return CONTENT.EVENTS;
  return DOCUMENT.test(type) ? CONTENT.DOCUMENT : CONTENT.OTHER;
}

/**
 * @param {import('../model/message-table.js').MessageTable} table @param {number} row
 * @param {number} kind of `CONTENT`
 * @param {() => Fields} fieldsOf of the message's head
 * @param {import('./budget.js').ContentBudget} budget
 * @returns {Content|null} null: its content is not read
 */
export function openContent(table, row, kind, fieldsOf, budget) {
  if (kind === CONTENT.DOCUMENT) return new ErrorDocument(table, row, budget);
  if (kind === CONTENT.GRPC) {
    const grpc = grpcIn(fieldsOf(), budget.grpc);
    if (grpc !== null) table.grpc.set(row, grpc);
    return grpc;
  }
  if (kind !== CONTENT.EVENTS || isCoded(fieldsOf())) return null;
  const events = new ServerEvents(budget);
  table.events.set(row, events);
  return events;
}

/** Whether a coding, such as gzip, hides the content. @param {Fields} fields */
const isCoded = (fields) => !['identity', '', null].includes(fieldOf(fields, 'content-encoding'));
