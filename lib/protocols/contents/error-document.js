/** A response in JSON or XML that may say what failed: errors that HTTP's status does not name. */
import { FIRST_FAILURE } from '../../shared/message-outcome.js';
import { MESSAGE_FLAG } from '../model/message-table.js';
import { beginsLikeElasticsearch, elasticsearchError } from './errors/elasticsearch.js';
import { beginsLikeS3, s3Error } from './errors/s3.js';
import {
  MAX_ERROR_BYTES,
  MAX_ERROR_BYTES_HELD,
  MAX_ERROR_NAME,
  MAX_ERROR_REASON,
  MAX_SERVICE_ERRORS,
} from './limits.js';

/**
 * @typedef {object} FoundError
 * @property {'elasticsearch'|'s3'} service whose form the error has
 * @property {string} code its name
 * @property {string} reason '' without
 * @property {number} items of the request that failed, as far as read; 0: the whole request
 */

/** Bytes that show whether it begins like an error. */
const TELLING_BYTES = 256;

export class ErrorDocument {
  #table;
  #row;
  #budget;
  /** @type {Uint8Array[]} */
  #pieces = [];
  #bytes = 0;
  #isLikely = false;
  /** Whether no more of it is wanted. */
  isOver = false;

  /**
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row of the response
   * @param {import('./budget.js').ContentBudget} budget
   */
  constructor(table, row, budget) {
    this.#table = table;
    this.#row = row;
    this.#budget = budget;
  }

  /** @param {Uint8Array} bytes content, valid during the call @param {number} start @param {number} end */
  push(bytes, start, end) {
    if (this.isOver) return;
    const piece = bytes.slice(start, Math.min(end, start + MAX_ERROR_BYTES - this.#bytes));
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    this.#budget.heldBytes += piece.length;
    if (!this.#isLikely && this.#bytes >= TELLING_BYTES) {
      this.#isLikely = beginsLikeError(this.#text());
      if (!this.#isLikely) this.#drop();
    }
    if (this.#bytes >= MAX_ERROR_BYTES || this.#budget.heldBytes > MAX_ERROR_BYTES_HELD) this.finish();
  }

  /** Content is missing: what came before it is all there is. */
  lose() {
    this.finish();
  }

  /** No more of it comes. */
  finish() {
    if (this.isOver) return;
    const text = this.#text();
    this.#drop();
    const found = beginsLikeError(text) ? (elasticsearchError(text) ?? s3Error(text)) : null;
    if (found === null || this.#budget.errors >= MAX_SERVICE_ERRORS) return;
    this.#budget.errors++;
    const { code, reason } = found;
    // otherwise the status says so
    if (this.#table.status[this.#row] < FIRST_FAILURE) this.#table.flags[this.#row] |= MESSAGE_FLAG.CALL_FAILED;
    this.#table.serviceErrors.set(this.#row, {
      ...found,
      code: code.slice(0, MAX_ERROR_NAME),
      reason: reason.slice(0, MAX_ERROR_REASON),
    });
  }

  #drop() {
    this.isOver = true;
    this.#budget.heldBytes -= this.#bytes;
    this.#pieces = [];
  }

  #text() {
    const decoder = new TextDecoder();
    return this.#pieces.map((piece) => decoder.decode(piece, { stream: true })).join('');
  }
}

/** @param {string} text */
const beginsLikeError = (text) => beginsLikeElasticsearch(text) || beginsLikeS3(text);
