/** Priorities as requests and PRIORITY_UPDATE frames ask for them (RFC 9218). */
import { fieldOf } from '../model/header-fields.js';

/** @typedef {{ urgency: number, incremental: boolean }} Priority */

const URGENCY = /^u=([0-7])$/;

/** @param {string} text value of a `priority` field @returns {Priority} what cannot be read is as by default */
export function priorityIn(text) {
  const priority = { urgency: 3, incremental: false }; // the default (section 4.1)
  for (const part of text.split(',')) {
    const member = part.split(';', 1)[0].trim();
    const urgency = URGENCY.exec(member);
    if (urgency !== null) priority.urgency = Number(urgency[1]);
    else if (member === 'i' || member === 'i=?1') priority.incremental = true;
    else if (member === 'i=?0') priority.incremental = false;
  }
  return priority;
}

/** @param {[name: string, value: string][]} headers @returns {Priority|null} null: none is asked for */
export function priorityOf(headers) {
  const text = fieldOf(headers, 'priority');
  return text === null ? null : priorityIn(text);
}
