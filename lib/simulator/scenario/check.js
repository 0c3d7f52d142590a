/**
 * A scenario that cannot be run; the message names the field.
 */
export class ScenarioError extends Error {}

/**
 * Types of fields. Objects list all their fields: any other is an error, so a misspelt one is not ignored.
 * @typedef {object} Rule
 * @property {'number'|'integer'|'string'|'boolean'|'object'|'list'|'any'} type
 * @property {number} [min] @property {number} [max]
 * @property {boolean} [isPositive] above 0
 * @property {string[]} [values] of a string
 * @property {Record<string, Rule>} [fields] of an object
 * @property {string[]} [required] of an object
 * @property {Rule} [items] of a list
 * @property {number} [minItems]
 * @property {(value: any, path: string) => void} [also] checks more
 */

/** @param {string} path @param {string} what @returns {never} */
export function refuse(path, what) {
  throw new ScenarioError(`${path === '' ? 'the scenario' : path} ${what}`);
}

/**
 * @param {unknown} value @param {Rule} rule @param {string} [path] for messages
 * @throws {ScenarioError}
 */
export function check(value, rule, path = '') {
  const { type, also } = rule;
  if (type === 'object') checkObject(value, rule, path);
  else if (type === 'list') checkList(value, rule, path);
  else if (type === 'string') checkString(value, rule, path);
  else if (type === 'boolean' && typeof value !== 'boolean') refuse(path, 'must be true or false');
  else if (type === 'number' || type === 'integer') checkNumber(value, rule, path);
  also?.(value, path);
}

/** @param {unknown} value @param {Rule} rule @param {string} path */
function checkObject(value, { fields = {}, required = [] }, path) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, 'must be an object');
  const inside = (/** @type {string} */ name) => (path === '' ? name : `${path}.${name}`);
  for (const name of required) if (!(name in value)) refuse(inside(name), 'is missing');
  for (const [name, field] of Object.entries(value)) {
    if (!Object.hasOwn(fields, name)) {
      refuse(inside(name), `is not known; there are: ${Object.keys(fields).join(', ')}`);
    }
    check(field, fields[name], inside(name));
  }
}

/** @param {unknown} value @param {Rule} rule @param {string} path */
function checkList(value, { items, minItems = 0 }, path) {
  if (!Array.isArray(value)) return refuse(path, 'must be a list');
  if (value.length < minItems) refuse(path, `must have ${minItems} or more entries`);
  if (items) value.forEach((item, index) => check(item, items, `${path}[${index}]`));
}

/** @param {unknown} value @param {Rule} rule @param {string} path */
function checkString(value, { values }, path) {
  if (typeof value !== 'string') return refuse(path, 'must be a string');
  if (values && !values.includes(value)) refuse(path, `must be one of: ${values.join(', ')}`);
}

/** @param {unknown} value @param {Rule} rule @param {string} path */
function checkNumber(value, { type, min = -Infinity, max = Infinity, isPositive = false }, path) {
  const noun = type === 'integer' ? 'a whole number' : 'a number';
  if (typeof value !== 'number' || !Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) {
    return refuse(path, `must be ${noun}`);
  }
  if (isPositive && value <= 0) refuse(path, `must be ${noun} above 0`);
  if (value < min) refuse(path, `must be ${noun} of ${min} or more`);
  if (value > max) refuse(path, `must be ${noun} of ${max} or less`);
}
