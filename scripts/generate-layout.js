/**
 * What the engine and its readers need of lib/engine/layout.js and lib/tcpflow/describe/flow-schema.js: JavaScript,
 * which `npm run build:core` writes and a test compares, and AssemblyScript, which exists only while
 * scripts/build-core.js compiles.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import * as layout from '../lib/engine/layout.js';
import { flowObject, flowWriter } from './generate-flow-json.js';

const ENGINE = fileURLToPath(new URL('../lib/engine/', import.meta.url));
const headerOf = (/** @type {string} */ source) =>
  `Written by scripts/generate-layout.js from ${source}; not edited by hand.`;
const LAYOUT = headerOf('lib/engine/layout.js');
const SCHEMA = headerOf('lib/tcpflow/describe/flow-schema.js');

/** @typedef {import('../lib/engine/layout.js').Column} Column */

/** @type {Record<Column['type'], { bytes: number, view: string }>} */
const TYPES = {
  f64: { bytes: 8, view: 'float64' },
  i32: { bytes: 4, view: 'int32' },
  i16: { bytes: 2, view: 'int16' },
  u16: { bytes: 2, view: 'uint16' },
  u8: { bytes: 1, view: 'uint8' },
};

/** @param {Column} column */
const bytesOf = ({ type, each = 1 }) => TYPES[type].bytes * each;

/** @param {import('../lib/engine/layout.js').TableName} table */
const columnsOf = (table) => layout.COLUMNS.filter(({ tables }) => tables.includes(table));

/** Wide columns first, so that each begins where its type may. @param {Column[]} columns */
const aligned = (columns) => columns.toSorted((a, b) => TYPES[b.type].bytes - TYPES[a.type].bytes);

/** @param {string} name */
const upper = (name) => name.replace(/[A-Z]|(?<=[a-z])\d+$/g, (part) => `_${part}`).toUpperCase();

/** @param {string | undefined} doc */
const docOf = (doc) => (doc === undefined ? '' : `/** ${doc} */\n`);

/**
 * Byte offsets of a table's columns, which lie one behind the other with gaps.
 * @param {Column[]} columns @param {string} length constant @param {(name: string) => string} nameOf
 */
function offsets(columns, length, nameOf) {
  let bytes = 0;
  const lines = columns.map((column, index) => {
    const line = `${docOf(column.doc)}export const ${nameOf(column.name)}: usize = ${length} * ${bytes} + GAP * ${index};`;
    bytes += bytesOf(column);
    return line;
  });
  return { lines, end: `${length} * ${bytes} + GAP * ${columns.length}` };
}

function batchLayout() {
  const { lines, end } = offsets(aligned(columnsOf('batch')), 'BATCH_CAPACITY', (name) => name);
  return `
    // Where the columns of a batch lie.
    export const BATCH_CAPACITY: usize = ${layout.BATCH_CAPACITY};
    export const MAX_SACK_BLOCKS: i32 = ${layout.MAX_SACK_BLOCKS};
    const GAP: usize = ${layout.COLUMN_GAP_BYTES};
    ${lines.join('\n')}
    export const BATCH_BYTES: usize = ${end};`;
}

function rowLayout() {
  const { lines, end } = offsets(aligned(columnsOf('row')), 'ROWS', upper);
  return `
    // Where the columns of a packet table's block lie.
    export const ROW_BLOCK_BITS: i32 = ${layout.ROW_BLOCK_BITS};
    export const SACK_EDGES_PER_BLOCK: i32 = ${layout.SACK_EDGES_PER_BLOCK};
    const ROWS: usize = 1 << ROW_BLOCK_BITS;
    const GAP: usize = ${layout.COLUMN_GAP_BYTES};
    ${lines.join('\n')}
    /** Behind the columns. */
    export const ROWS_END: usize = ${end};`;
}

function packetLayout() {
  const columns = columnsOf('packet');
  const accessors = columns.map(({ name, type }) => {
    const wide = type === 'f64' ? 'f64' : 'i32';
    const value = `load<${type}>(${name} + (<usize>i) * ${TYPES[type].bytes})`;
    return `// @ts-ignore: decorator
      @inline
      export function ${name}Of(i: i32): ${wide} { return ${type === wide ? value : `<i32>${value}`}; }`;
  });
  return `
    // The columns of a connection's packets, one behind the other.
    import { beginTable, takeColumn } from './table-layout';
    export const PACKET_COLUMNS: i32 = ${columns.length};
    export const BYTES_PER_PACKET: i32 = ${columns.reduce((sum, column) => sum + bytesOf(column), 0)};
    ${columns.map(({ name, doc }) => `${docOf(doc)}export let ${name}: usize = 0;`).join('\n')}

    /** From now on the packets are those that lie there. */
    export function usePackets(at: usize, count: i32): void {
      beginTable(at, count);
      ${columns.map((column) => `${column.name} = takeColumn(${bytesOf(column)});`).join('\n')}
    }

    ${accessors.join('\n\n')}`;
}

function copiedColumns() {
  const intoRows = columnsOf('row').filter(({ tables, from }) => from !== undefined || tables.includes('batch'));
  const intoPackets = columnsOf('packet').filter(({ tables }) => tables.includes('row'));
  const copies = intoRows.map(({ name, from = name, type, sparse }) => {
    const copy = sparse ? 'copySparse' : 'copyStretch';
    return `${copy}<${type}>(batch.${from}, i, count, block + rows.${upper(name)}, at);`;
  });
  return `
    // What goes from a batch to the packet table, and from there to a connection's packets, as it is.
    import * as batch from '../base/batch-layout';
    import * as packets from '../base/packet-layout';
    import * as rows from '../base/row-layout';
    import { copyListed, copySparse, copyStretch } from './copy';

    /** Copies \`count\` segments from \`i\` on to rows of one block, from place \`at\` on. */
    export function copyToRows(i: i32, count: i32, block: usize, at: usize): void {
      ${copies.join('\n')}
    }

    /** Copies from the rows listed. */
    export function copyToPackets(list: usize, count: i32): void {
      ${intoPackets.map(({ name, type }) => `copyListed<${type}>(list, count, rows.${upper(name)}, packets.${name});`).join('\n')}
    }`;
}

/** @param {string} name @param {string} doc @param {Column[]} columns @param {string} room */
const columnsClass = (name, doc, columns, room) => `
  /** ${doc} */
  export class ${name} {
    /** @param {import('./columns.js').${room}} room */
    constructor(room) {
      ${columns
        .map((column) => {
          const { name, type, doc, each = '' } = column;
          return `${docOf(doc)}this.${name} = room.${TYPES[type].view}(${each});`;
        })
        .join('\n')}
    }
  }
  export const ${upper(name).slice(1)} = Object.freeze({
    count: ${columns.length},
    bytes: ${columns.reduce((sum, column) => sum + bytesOf(column), 0)},
  });`;

function tableColumns() {
  const packets = columnsOf('packet');
  return `
    export const COLUMN_GAP_BYTES = ${layout.COLUMN_GAP_BYTES};
    export const BATCH_CAPACITY = ${layout.BATCH_CAPACITY};
    export const MAX_SACK_BLOCKS = ${layout.MAX_SACK_BLOCKS};
    export const ROW_BLOCK_BITS = ${layout.ROW_BLOCK_BITS};
    export const SACK_EDGES_PER_BLOCK = ${layout.SACK_EDGES_PER_BLOCK};
    ${columnsClass('BatchColumns', 'Of a batch of segments.', aligned(columnsOf('batch')), 'MemoryColumns')}
    ${columnsClass('RowColumns', 'Of a block of the packet table.', aligned(columnsOf('row')), 'MemoryColumns')}
    ${columnsClass('PacketColumns', "Of a connection's packets.", packets, 'ColumnRoom')}
    export const PACKET_COLUMN_NAMES = /** @type {const} */ ([${packets.map(({ name }) => `'${name}'`).join(', ')}]);`;
}

/** @param {import('../lib/engine/layout.js').Field} field @returns {string[]} a name for each word */
const words = ({ name, each }) =>
  each === undefined ? [name] : Array.from({ length: each }, (_, word) => `${name}${word}`);

const flowLayout = () => `
  // Where a connection's state lies.
  export const FLOW_BLOCK_BITS: i32 = ${layout.FLOW_BLOCK_BITS};
  export const FLOWS_PER_BLOCK: i32 = 1 << FLOW_BLOCK_BITS;
  export const FLOW_BLOCKS: i32 = ${layout.FLOW_BLOCKS};
  export const FLAG_COUNTERS: i32 = ${layout.FLAG_COUNTERS};
  export const STREAM_CLIENT_SHIFT: i32 = ${layout.STREAM_CLIENT_SHIFT};
  export const STREAM_PLACE_SHIFT: i32 = ${layout.STREAM_PLACE_SHIFT};
  ${layout.STRUCTS.map(
    ({ name, doc, fields }) => `
      ${docOf(doc)}@unmanaged
      export class ${name} {
        ${fields
          .map(
            (field) =>
              docOf(field.doc) +
              words(field)
                .map((word) => `${word}: ${field.type};`)
                .join('\n'),
          )
          .join('\n')}
      }`,
  ).join('\n')}
  export const FLOW_INT_BYTES: i32 = offsetof<Flow>();
  export const DIR_INT_BYTES: i32 = offsetof<Direction>();
  export const INT_BYTES_PER_FLOW: i32 = FLOW_INT_BYTES + 2 * DIR_INT_BYTES;
  export const FLOW_FLOAT_BYTES: i32 = offsetof<FlowTimes>();
  export const DIR_FLOAT_BYTES: i32 = offsetof<Space>();
  export const FLOAT_BYTES_PER_FLOW: i32 = FLOW_FLOAT_BYTES + 2 * DIR_FLOAT_BYTES;
  export const STREAM_BYTES: usize = offsetof<Stream>();`;

/**
 * Getters of fields offered to readers, over blocks of connections' words.
 * @param {string[]} structs @param {'any' | 'tcp'} offered
 */
function getters(structs, offered) {
  return layout.STRUCTS.filter(({ name }) => structs.includes(name)).flatMap(({ fields }) => {
    const isWide = fields[0].type === 'f64';
    let word = 0;
    return fields.flatMap((field) => {
      const at = word;
      word += field.each ?? 1;
      const name = field[offered];
      const value = isWide ? `this.floats[this.floatAt + ${at}]` : `this.ints[this.intAt + ${at}]`;
      return name === undefined ? [] : [`${docOf(field.doc)}get ${name}() { return ${value}; }`];
    });
  });
}

/** What any transport's conversations offer, and what its readers above the engine call it. */
const conversationFields = () => `
  /** Words of the engine's memory, from some of them on. */
  class Words {
    /** @param {Int32Array} ints @param {number} intAt @param {Float64Array} floats @param {number} floatAt */
    constructor(ints, intAt, floats, floatAt) {
      /** @protected */
      this.ints = ints;
      /** @protected */
      this.intAt = intAt;
      /** @protected */
      this.floats = floats;
      /** @protected */
      this.floatAt = floatAt;
    }
  }

  /** Of a conversation as a whole; times in ns since the capture's first packet. */
  export class ConversationFields extends Words {
    ${getters(['Flow', 'FlowTimes'], 'any').join('\n')}
  }

  /** Of one direction: what an end sent, and the round trips that its data took. */
  export class DirectionFields extends Words {
    ${getters(['Direction', 'Space'], 'any').join('\n')}
  }`;

/** What TCP's have besides. */
const tcpFields = () => `
  import { Direction } from '../conversation.js';

  /** Of one direction of a TCP connection. */
  export class TcpDirection extends Direction {
    ${getters(['Direction', 'Space'], 'tcp').join('\n')}
  }`;

/** @param {import('../lib/engine/layout.js').Struct} struct its indexes, of 64-bit words and of 32-bit words */
function structIndexes({ constant, doc, fields }) {
  let bytes = 0;
  const lines = fields.map((field) => {
    const isWide = field.type === 'f64';
    const line = `${docOf(field.doc)}${upper(field.name)}: ${bytes / (isWide ? 8 : 4)},`;
    bytes += (isWide ? 8 : 4) * (field.each ?? 1);
    return { isWide, line };
  });
  const constantOf = (/** @type {boolean} */ isWide) => {
    const own = lines.filter((line) => line.isWide === isWide).map(({ line }) => line);
    const name = isWide ? `${constant}_F` : constant;
    return own.length === 0 ? '' : `${docOf(doc)}export const ${name} = /** @type {const} */ ({ ${own.join('\n')} });`;
  };
  return `${constantOf(true)}\n${constantOf(false)}`;
}

function flowFields() {
  const wordsOf = (/** @type {string} */ name) => {
    const { fields } = layout.STRUCTS.find((struct) => struct.name === name) ?? { fields: [] };
    return fields.flatMap(words).length;
  };
  return `
    export { DIR_BIT, FLOW_BIT, STREAM_BIT, SURVEY } from './enums.js';

    ${layout.STRUCTS.map(structIndexes).join('\n')}

    export const FLAG_COUNTERS = ${layout.FLAG_COUNTERS};
    export const STREAM_CLIENT_SHIFT = ${layout.STREAM_CLIENT_SHIFT};
    export const STREAM_PLACE_SHIFT = ${layout.STREAM_PLACE_SHIFT};
    /** 64-bit words. */
    export const STREAM_FLOATS = ${wordsOf('Stream') - 1};
    export const FLOW_INTS = ${wordsOf('Flow')};
    export const DIR_INTS = ${wordsOf('Direction')};
    export const INTS_PER_FLOW = FLOW_INTS + 2 * DIR_INTS;
    export const FLOW_FLOATS = ${wordsOf('FlowTimes')};
    export const DIR_FLOATS = ${wordsOf('Space')};
    export const FLOATS_PER_FLOW = FLOW_FLOATS + 2 * DIR_FLOATS;
    export const FLOW_BLOCK_BITS = ${layout.FLOW_BLOCK_BITS};
    export const FLOWS_PER_BLOCK = 1 << FLOW_BLOCK_BITS;
    export const FLOW_BLOCK_MASK = FLOWS_PER_BLOCK - 1;`;
}

/** @param {import('../lib/engine/layout.js').Enum} numbers @param {(name: string, value: number) => string} write */
const valuesOf = ({ values, isBits, docs = {} }, write) =>
  values
    .map((name, number) => (name === '-' ? '' : docOf(docs[name]) + write(name, isBits ? 1 << number : number)))
    .filter(Boolean)
    .join('\n');

/** @param {import('../lib/engine/layout.js').Enum} numbers which JavaScript prints, by bit */
const namesInEngine = ({ values }) => `
  /** The name of a bit, in lower case. */
  export function nameOf(bit: i32): string {
    switch (bit) {
      ${values.map((name, bit) => (bit < values.length - 1 ? `case ${bit}:` : 'default:') + `return '${name.toLowerCase()}';`).join('\n')}
    }
  }`;

const enumsInEngine = () => `
  // Numbers with the same names in JavaScript.
  ${[...layout.SHARED_CONSTANTS, ...layout.CONSTANTS_OF_PAGE, ...layout.CONSTANTS].map(({ name, type, value, doc }) => `${docOf(doc)}export const ${name}: ${type} = ${value};`).join('\n')}
  ${layout.ENUMS.map(
    (numbers) => `
      ${docOf(numbers.doc)}export namespace ${numbers.name} {
        ${valuesOf(numbers, (name, value) => `export const ${name}: ${numbers.type ?? 'i32'} = ${value};`)}
        ${numbers.list !== undefined && numbers.isBits ? namesInEngine(numbers) : ''}
      }`,
  ).join('\n')}`;

/** @param {import('../lib/engine/layout.js').Enum} numbers */
function enumInJavaScript(numbers) {
  const { name, doc, values, list, hasNull = false } = numbers;
  const texts = values.map((value, i) => (hasNull && i === 0 ? 'null' : `'${value.toLowerCase()}'`));
  return `
    ${docOf(doc)}export const ${name} = Object.freeze({ ${valuesOf(numbers, (key, value) => `${key}: ${value},`)} });
    ${list === undefined ? '' : `/** By ${numbers.isBits ? 'bit' : 'number'}. */\nexport const ${list} = /** @type {const} */ ([${texts.join(', ')}]);`}`;
}

/** @param {{ name: string, value: number, doc: string }} constant */
const constantInJavaScript = ({ name, value, doc }) => `${docOf(doc)}export const ${name} = ${value};`;

const enums = () =>
  [
    "export * from '../shared/packet-enums.js';",
    ...layout.CONSTANTS.map(constantInJavaScript),
    ...layout.ENUMS.filter(({ name }) => !layout.ENUMS_OF_PAGE.includes(name)).map(enumInJavaScript),
  ].join('\n');

const enumsOfPage = () =>
  [
    ...layout.CONSTANTS_OF_PAGE.map(constantInJavaScript),
    ...layout.ENUMS.filter(({ name }) => layout.ENUMS_OF_PAGE.includes(name)).map(enumInJavaScript),
  ].join('\n');

/** Modules of the engine, by path. @returns {Map<string, string>} */
export const engineModules = () =>
  new Map(
    Object.entries({
      'base/batch-layout.ts': batchLayout(),
      'base/row-layout.ts': rowLayout(),
      'base/packet-layout.ts': packetLayout(),
      'track/copied-columns.ts': copiedColumns(),
      'base/flow-layout.ts': flowLayout(),
      'base/enums.ts': enumsInEngine(),
      'json/flow.ts': flowWriter(),
    }).map(([name, text]) => [join(ENGINE, name), text]),
  );

/** The files that are written: path and text. @returns {Promise<[file: string, text: string][]>} */
export async function generated() {
  const texts = {
    'table-columns.js': tableColumns(),
    'flow-fields.js': flowFields(),
    'enums.js': enums(),
    '../transport/conversation-fields.js': conversationFields(),
    '../transport/tcp/direction-fields.js': tcpFields(),
    '../shared/packet-enums.js': enumsOfPage(),
    '../tcpflow/describe/flow-object.js': flowObject(),
  };
  return Promise.all(
    Object.entries(texts).map(async ([name, text]) => {
      const file = join(ENGINE, name);
      const header = name.endsWith('flow-object.js') ? SCHEMA : LAYOUT;
      const options = { ...(await resolveConfig(file)), filepath: file };
      return /** @type {[string, string]} */ ([file, await format(`/** ${header} */\n${text}\n`, options)]);
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of await generated()) await writeFile(file, text);
}
