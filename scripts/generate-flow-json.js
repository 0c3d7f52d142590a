/** What `generate-layout.js` writes of lib/tcpflow/describe/flow-schema.js: its fields as an object and as text. */
import { STRUCTS } from '../lib/engine/layout.js';
import { DIRECTION_FIELDS, FLOW_FIELDS, RTT_FIELDS } from '../lib/tcpflow/describe/flow-schema.js';
import * as values from '../lib/tcpflow/describe/flow-values.js';

/** @typedef {import('../lib/tcpflow/describe/flow-schema.js').Field} Field */

const FLOW_STRUCTS = ['Flow', 'FlowTimes'];
const DIRECTION_STRUCTS = ['Direction', 'Space'];
const UPPER = /[A-Z]/g;

/** @param {string[]} structs @param {string} column @returns {{ struct: string, constant: string, isWide: boolean }} */
function placeOf(structs, column) {
  for (const { name, constant, fields } of STRUCTS) {
    const field = structs.includes(name) && fields.find((each) => each.name === column);
    if (!field) continue;
    const isWide = field.type === 'f64';
    const key = column.replace(UPPER, (letter) => `_${letter}`).toUpperCase();
    return { struct: name, constant: `${constant}${isWide ? '_F' : ''}.${key}`, isWide };
  }
  throw new Error(`no column of ${structs.join(' or ')} is called ${column}`);
}

/**
 * @param {string} name of a function in flow-values.js @param {string} place arguments, of which it takes the first
 * @returns {string} a call in JavaScript
 */
function callOf(name, place) {
  const { length } = /** @type {Record<string, Function>} */ (values)[name];
  return `values.${name}(${place.split(', ').slice(0, length).join(', ')})`;
}

/**
 * @param {Field} field @param {string[]} structs @param {string} place the arguments that say whose value it is
 * @returns {string} an expression in JavaScript
 */
function valueInObject({ kind, column, value, when, option, end }, structs, place) {
  switch (kind) {
    case 'endpoint':
      return `flows.endpoint(flow, ${end})`;
    case 'direction':
      return `describeDirection(flows, flow, ${end})`;
    case 'rtt':
      return `describeRtt(${place})`;
    case 'flags':
      return `values.describeFlags(${place})`;
    case 'option':
      return `values.offersOption(${place}, OPTION.${option})`;
    default: {
      let found = value === undefined ? '' : callOf(value, place);
      if (column !== undefined) {
        const { constant, isWide } = placeOf(structs, column);
        const getters = structs === FLOW_STRUCTS ? ['int', 'float'] : ['dirInt', 'dirFloat'];
        found = `flows.${getters[Number(isWide)]}(${place.replace('flows, ', '')}, ${constant})`;
      }
      if (kind === 'seconds') found = `values.seconds(${found})`;
      if (kind === 'thousandths') found += ' / 1e3';
      return when === undefined ? found : `${callOf(when, place)} ? ${found} : null`;
    }
  }
}

/** @param {Field[]} fields @param {string[]} structs @param {string} place */
const objectOf = (fields, structs, place) =>
  `{ ${fields.map((field) => `${field.name}: ${valueInObject(field, structs, place)},`).join('\n')} }`;

/** A module that makes the object of a connection. */
export const flowObject = () => `
  import { DIR, DIR_F, FLOW_F } from '../../engine/flow-fields.js';
  import { OPTION } from '../../engine/segment-batch.js';
  import * as values from './flow-values.js';

  /** @typedef {import('../tables/flow-table.js').FlowTable} FlowTable */

  /**
   * A connection as \`analyze --json\` shows it, without what the messages add.
   * @param {FlowTable} flows @param {number} flow index
   */
  export function describeFlow(flows, flow) {
    const client = flows.clientEndpoint(flow);
    const server = 1 - client;
    return ${objectOf(FLOW_FIELDS, FLOW_STRUCTS, 'flows, flow')};
  }

  /**
   * A direction of it; RTTs in seconds, throughput in bytes/s.
   * @param {FlowTable} flows @param {number} flow index @param {number} endpoint that sends
   */
  export function describeDirection(flows, flow, endpoint) {
    return ${objectOf(DIRECTION_FIELDS, DIRECTION_STRUCTS, 'flows, flow, endpoint')};
  }

  /** @param {FlowTable} flows @param {number} flow @param {number} endpoint that sent the data */
  function describeRtt(flows, flow, endpoint) {
    return ${objectOf(RTT_FIELDS, DIRECTION_STRUCTS, 'flows, flow, endpoint')};
  }`;

/** How AssemblyScript names a struct's own. @type {Record<string, string>} */
const VARIABLES = { Flow: 'flow', FlowTimes: 'times', Direction: 'direction', Space: 'space' };

/**
 * @param {Field} field @param {string[]} structs @param {string} place
 * @returns {string} statements in AssemblyScript that write the value
 */
function valueAsText({ kind, column, value, when, option, end }, structs, place) {
  switch (kind) {
    case 'endpoint':
      return `values.writeEndpoint(flow, ${end});`;
    case 'direction':
      return `writeDirection(times, directionOf(flow, ${end}), spaceOf(times, ${end}));`;
    case 'rtt':
      return `writeRtt(${place});`;
    case 'flags':
      return `values.writeFlags(direction);`;
    case 'option':
      return `values.writeOption(direction, OPTION.${option});`;
    default: {
      let found = `values.${value}(${place})`;
      if (column !== undefined) {
        const { struct, isWide } = placeOf(structs, column);
        found = `${isWide ? '' : '<f64>'}${VARIABLES[struct]}.${column}`;
      }
      if (kind === 'boolean') return `values.writeBoolean(${found});`;
      if (kind === 'text') return `text(${found});`;
      if (when !== undefined) found = `values.${when}(${place}) ? ${found} : NaN`;
      if (kind === 'seconds') return `decimal(${found}, 1e9, 9);`;
      return kind === 'thousandths' ? `decimal(${found}, 1e3, 3);` : `integer(${found});`;
    }
  }
}

/**
 * Statements that write an object; what lies between two values is written at once.
 * @param {Field[]} fields @param {string[]} structs @param {string} place @param {string} closing
 */
function textOf(fields, structs, place, closing) {
  let between = '{';
  const statements = fields.map((field) => {
    const quote = field.kind === 'text' ? '"' : '';
    const statement = `text('${between}"${field.name}":${quote}');\n${valueAsText(field, structs, place)}`;
    between = `${quote},`;
    return statement;
  });
  const end = between.slice(0, -1) + closing;
  return statements.join('\n') + (end === '' ? '' : `\ntext('${end}');`);
}

/** The part of the engine that writes the same as text. */
export const flowWriter = () => `
  import { directionOf, flowAt, spaceOf, timesAt } from '../base/flow-blocks';
  import { Direction, FlowTimes, Space } from '../base/flow-layout';
  import { OPTION } from '../base/enums';
  import * as values from './flow-values';
  import { areNumbersOdd, beginNumbers, decimal, integer } from './numbers';
  import { at, move, text } from './text';

  /**
   * Writes a connection, without its closing brace, from byte \`start\` of the memory on, where there must be room for 4
   * KiB.
   * @returns the byte behind it; 0: it holds a number that is not written here
   */
  export function writeFlow(start: usize, index: i32): usize {
    const flow = flowAt(index);
    const times = timesAt(index);
    const client = values.clientOf(flow, index);
    const server = 1 - client;
    move(start);
    beginNumbers();
    ${textOf(FLOW_FIELDS, FLOW_STRUCTS, 'flow, times, client', '')}
    return areNumbersOdd() ? 0 : at;
  }

  function writeDirection(times: FlowTimes, direction: Direction, space: Space): void {
    ${textOf(DIRECTION_FIELDS, DIRECTION_STRUCTS, 'times, direction, space', '}')}
  }

  function writeRtt(times: FlowTimes, direction: Direction, space: Space): void {
    ${textOf(RTT_FIELDS, DIRECTION_STRUCTS, 'times, direction, space', '}')}
  }`;
