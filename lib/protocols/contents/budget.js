import { GrpcBudget } from '../grpc/messages.js';

/** Shared by all connections of a capture: what is kept of the content of messages. */
export class ContentBudget {
  grpc = new GrpcBudget();
  /** Server-sent events that are listed. */
  events = 0;
  /** Bytes that are held until it is known whether they are an error. */
  heldBytes = 0;
  /** Errors that are kept. */
  errors = 0;
}
