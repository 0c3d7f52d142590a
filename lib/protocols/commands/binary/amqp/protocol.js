/**
 * AMQP 0-9-1, as of RabbitMQ (amqp0-9-1.pdf, rabbitmq.com/docs/specification): frames of channels, with methods and
 * content. A method is answered on its channel; publishes by confirms, where these were selected.
 */
import { has } from '../../../detect/first-bytes.js';
import { MAX_WAITING_COMMANDS } from '../../limits.js';
import { ofCommands } from '../../of-commands.js';
import { Fields, uint16, uint32 } from '../fields.js';
import { framed } from '../framed.js';
import { MAX_AMQP_CHANNELS } from '../limits.js';
import { Channel } from './channel.js';
import { argumentsOf, codeOf, METHOD, METHODS, replyOf } from './methods.js';

/** @typedef {import('../../connection.js').CommandConnection} CommandConnection */
/** @typedef {import('../framed.js').Frames} Frames */

const FRAME_HEADER_BYTES = 7;
const FRAME = Object.freeze({ METHOD: 1, HEADER: 2, BODY: 3, HEARTBEAT: 8 });
const FRAME_END = 0xce;
const METHOD_BYTES = 4;
const MAX_FRAME_BYTES = 2 ** 27;
/** Of the protocol's header, which the server answers with its first method. */
const OF_HEADER = -1;
const [IS_SERVERS_ALONE, MAY_BE_SERVERS] = [
  new Set(['connection.start', 'connection.blocked', 'connection.unblocked', 'basic.return', 'basic.deliver']),
  new Set(['connection.close', 'channel.close', 'channel.flow', 'basic.ack', 'basic.nack', 'basic.cancel']),
];
/** Answers to the server's methods, which the client sends too. */
const CLIENTS_ANSWERS = new Set(['connection.close-ok', 'channel.close-ok', 'channel.flow-ok', 'basic.cancel-ok']);
/** Methods that tell nothing by themselves. @type {ReadonlySet<number>} */
const SILENT = new Set([METHOD.TUNE_OK]);
/** @type {ReadonlySet<number>} */
const ONE_WAY = new Set([METHOD.ACK, METHOD.REJECT, METHOD.NACK, METHOD.RECOVER_ASYNC]);

/** The protocol's header instead of a frame's. @param {Uint8Array} header */
const isProtocolHeader = (header) => header[0] === 0x41 && header[1] === 0x4d && header[2] === 0x51;

/** @param {boolean} isClient @param {import('./methods.js').Method} method */
const maySend = (isClient, { name, answers }) =>
  isClient
    ? (answers === undefined && !IS_SERVERS_ALONE.has(name)) || CLIENTS_ANSWERS.has(name)
    : answers !== undefined || IS_SERVERS_ALONE.has(name) || MAY_BE_SERVERS.has(name);

/** @param {Uint8Array} bytes @param {number} at */
const methodAt = (bytes, at) => codeOf(uint16(bytes, at), uint16(bytes, at + 2));

/** @implements {Frames} */
class AmqpFrames {
  #talk;
  /** @type {Map<number, Channel>} */
  #channels = new Map();
  /** By side: the channel of the latest method, whose content may follow; −1: none. */
  #contentOf = [-1, -1];

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Frames['lengthOf']} */
  lengthOf(_isClient, header, at) {
    if (isProtocolHeader(header)) return 1;
    const size = uint32(header, at + 3);
    const isFrame = header[at] === FRAME.HEARTBEAT || (header[at] >= FRAME.METHOD && header[at] <= FRAME.BODY);
    return isFrame && size <= MAX_FRAME_BYTES ? size + 1 : -1;
  }

  /** @type {Frames['take']} */
  take(isClient, header, bytes, start, end, length) {
    if (isProtocolHeader(header)) return this.#takeProtocol(isClient, header, bytes[start] ?? 0);
    if (end - start === length && bytes[end - 1] !== FRAME_END) return false;
    const channel = uint16(header, 1);
    if (header[0] === FRAME.METHOD) return this.#takeMethod(isClient, channel, bytes, start, end - 1);
    const isContent = header[0] !== FRAME.HEARTBEAT && this.#contentOf[isClient ? 0 : 1] === channel;
    if (isContent) this.#talk.extend(isClient);
    else this.#talk.drop(isClient);
    return true;
  }

  /** @type {Frames['begins']} */
  begins(isClient, bytes, start, end) {
    const length = this.lengthOf(isClient, bytes, start);
    if (length < 0 || isProtocolHeader(bytes.subarray(start))) return false;
    const stop = start + FRAME_HEADER_BYTES + length;
    if (stop <= end && bytes[stop - 1] !== FRAME_END) return false;
    if (bytes[start] !== FRAME.METHOD) return stop <= end && (length === 1 || bytes[start] !== FRAME.HEARTBEAT);
    const method = METHODS.get(methodAt(bytes, start + FRAME_HEADER_BYTES));
    return end - start >= FRAME_HEADER_BYTES + METHOD_BYTES && method !== undefined && maySend(isClient, method);
  }

  /** @type {NonNullable<Frames['forget']>} */
  forget(isClient) {
    this.#contentOf[isClient ? 0 : 1] = -1;
    if (isClient) for (const channel of this.#channels.values()) channel.forget();
  }

  /** @param {number} number */
  #channel(number) {
    let channel = this.#channels.get(number);
    if (channel === undefined) {
      if (this.#channels.size >= MAX_AMQP_CHANNELS) this.#channels.clear();
      this.#channels.set(number, (channel = new Channel(number)));
    }
    return channel;
  }

  /** @param {boolean} isClient @param {Uint8Array} header @param {number} revision */
  #takeProtocol(isClient, header, revision) {
    const version = [header[5], header[6], revision].join('-');
    if (isClient) {
      this.#talk.command(true, { method: 'AMQP', target: version, number: OF_HEADER });
      this.#talk.finish(true);
      return true;
    }
    this.#talk.answer(false, { number: OF_HEADER });
    this.#talk.finish(false, { outcome: 'other version', text: version, isFailed: true });
    return true;
  }

  /**
   * @param {boolean} isClient @param {number} channel
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeMethod(isClient, channel, bytes, start, end) {
    this.#contentOf[isClient ? 0 : 1] = channel;
    if (end - start < METHOD_BYTES) {
      this.forget(isClient);
      this.#talk.drop(isClient);
      return true;
    }
    const code = methodAt(bytes, start);
    const method = METHODS.get(code);
    if (method === undefined || !maySend(isClient, method)) return false;
    if (isClient) this.#takeClients(channel, code, method, bytes, start + METHOD_BYTES, end);
    else this.#takeServers(channel, code, method, bytes, start + METHOD_BYTES, end);
    return true;
  }

  /**
   * @param {number} number of the channel @param {number} code @param {import('./methods.js').Method} method
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeClients(number, code, method, bytes, start, end) {
    if (method.answers !== undefined || SILENT.has(code)) {
      this.#talk.drop(true);
      return;
    }
    const channel = this.#channel(number);
    const { target, isOneWay } = argumentsOf(method, bytes, start, end);
    const shown = target || subjectOf(code, number, new Fields(bytes, start, end));
    const on = number > 1 && code !== METHOD.CHANNEL_OPEN && code !== METHOD.CHANNEL_CLOSE ? `channel ${number}` : '';
    const isUnanswered = isOneWay || ONE_WAY.has(code) || (code === METHOD.PUBLISH && !channel.isConfirmed);
    if (code === METHOD.CONFIRM_SELECT) channel.confirm();
    const row = this.#talk.command(true, {
      method: method.name,
      target: [shown, on && (shown ? `(${on})` : on)].filter(Boolean).join(' '),
      number: code === METHOD.PUBLISH && !isUnanswered ? channel.publish() : channel.numberOf(askingAs(code)),
      isOneWay: isUnanswered,
    });
    if (isUnanswered) channel.latest = { code, row };
    this.#talk.finish(true);
  }

  /**
   * @param {number} number of the channel @param {number} code @param {import('./methods.js').Method} method
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #takeServers(number, code, method, bytes, start, end) {
    const fields = new Fields(bytes, start, end);
    switch (code) {
      case METHOD.START:
        this.#answer(OF_HEADER, { outcome: 'OK' });
        return;
      case METHOD.CONNECTION_CLOSE:
      case METHOD.CHANNEL_CLOSE:
        this.#takeClose(number, code, fields);
        return;
      case METHOD.RETURN:
        this.#takeReturn(number, fields);
        return;
      case METHOD.ACK:
      case METHOD.NACK:
        this.#takeConfirm(number, code === METHOD.NACK, fields);
        return;
    }
    const { target } = argumentsOf(method, bytes, start, end);
    if (method.answers === undefined) {
      this.#talk.tell(false);
      this.#talk.finish(false, { outcome: method.name, text: target });
    } else {
      const outcome = method.name === 'basic.get-empty' ? 'empty' : 'OK';
      this.#answer(this.#channel(number).numberOf(method.answers), { outcome, text: target });
    }
  }

  /** @param {number} number @param {import('../../connection.js').Outcome} outcome */
  #answer(number, outcome) {
    this.#talk.answer(false, { number });
    this.#talk.finish(false, outcome);
  }

  /**
   * The end of a channel or of the connection, which names the method at fault.
   * @param {number} number of the channel @param {number} closing @param {Fields} fields
   */
  #takeClose(number, closing, fields) {
    const [code, text] = [fields.uint16(), fields.text(fields.uint8())];
    const refused = codeOf(fields.uint16(), fields.uint16());
    const channels = closing === METHOD.CHANNEL_CLOSE ? [this.#channel(number)] : [...this.#channels.values()];
    this.#refuse(channels, refused);
    const { outcome, ...rest } = replyOf(code, text);
    this.#talk.finish(false, { ...rest, outcome: outcome === 'OK' ? 'closed' : outcome });
    if (closing === METHOD.CHANNEL_CLOSE) this.#channels.delete(number);
  }

  /**
   * The current message refuses a method of one of these channels.
   * @param {Channel[]} channels @param {number} refused
   */
  #refuse(channels, refused) {
    const asked = refused === 0 ? [METHOD.START_OK, codeOf(10, 40)] : [askingAs(refused)];
    const waiting = channels
      .flatMap((channel) => [...asked.map((code) => channel.numberOf(code)), channel.unconfirmed])
      .filter((number) => number !== null && this.#talk.isAsked(number));
    const latest = channels.filter((channel) => channel.latest.code === refused);
    if (waiting.length === 1) this.#talk.answer(false, { number: waiting[0] });
    else if (waiting.length === 0 && latest.length === 1) this.#talk.refuse(false, latest[0].latest.row);
    else this.#talk.tell(false);
  }

  /** A message that no queue took. @param {number} number of the channel @param {Fields} fields */
  #takeReturn(number, fields) {
    const [code, text] = [fields.uint16(), fields.text(fields.uint8())];
    const to = [fields.text(fields.uint8()), fields.text(fields.uint8())].filter(Boolean).join(' ');
    this.#refuse([this.#channel(number)], METHOD.PUBLISH);
    this.#talk.finish(false, replyOf(code, [text, to].filter(Boolean).join(': ')));
  }

  /** @param {number} number of the channel @param {boolean} isRefused @param {Fields} fields */
  #takeConfirm(number, isRefused, fields) {
    const [tag, bits] = [fields.uint64(), fields.uint8()];
    const numbers = this.#channel(number)
      .confirmed(tag, (bits & 1) === 1, MAX_WAITING_COMMANDS)
      .filter((one) => this.#talk.isAsked(one));
    if (numbers.length === 0) this.#talk.tell(false);
    else this.#talk.answer(false, { number: numbers[0] });
    for (const one of numbers.slice(1)) this.#talk.answerToo(false, one);
    this.#talk.finish(false, { outcome: isRefused ? 'nack' : 'ack', isFailed: isRefused });
  }
}

/** The login is answered the same, whichever method carries it. @param {number} code */
const askingAs = (code) => (code === METHOD.SECURE_OK ? METHOD.START_OK : code);

/** What a method without names is about. @param {number} code @param {number} channel @param {Fields} fields */
function subjectOf(code, channel, fields) {
  switch (code) {
    case METHOD.CHANNEL_OPEN:
      return `channel ${channel}`;
    case METHOD.CHANNEL_CLOSE:
    case METHOD.CONNECTION_CLOSE: {
      const reply = fields.uint16();
      return [reply, fields.text(fields.uint8())].filter(Boolean).join(' ');
    }
    case METHOD.ACK:
    case METHOD.NACK:
    case METHOD.REJECT: {
      const tag = fields.uint64();
      return (fields.uint8() & 1) === 1 && code !== METHOD.REJECT ? `deliveries up to ${tag}` : `delivery ${tag}`;
    }
    default:
      return '';
  }
}

/** @type {import('../../../protocol.js').Protocol} */
export const AMQP = {
  names: ['amqp'],
  // version 1.0 is another protocol
  signature: (first) => has(first, 'AMQP') && !has(first, '\x01\0\0', 5),
  isMultiplexed: true,
  isUnmistakable: true,
  hasOwnWords: true,
  ...ofCommands('amqp', (talk) => framed(FRAME_HEADER_BYTES, new AmqpFrames(talk))),
};
