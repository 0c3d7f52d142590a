/** A collector of OpenTelemetry that dies and comes back on the same port; what it took outlives it. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

export class Collector {
  /** How often each span came, by its identifier. @type {Map<string, number>} */
  spans = new Map();
  /** Connections that came as spans, as `CAPTURE NUMBER`. @type {Set<string>} */
  connections = new Set();
  port = 0;
  /** @type {import('node:http').Server|null} */
  #server = null;

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    const server = createServer(async (request, response) => {
      const { resourceSpans } = /** @type {any} */ (await json(request).catch(() => ({ resourceSpans: [] })));
      const scopes = resourceSpans.flatMap((/** @type {any} */ one) => one.scopeSpans);
      for (const span of scopes.flatMap((/** @type {any} */ scope) => scope.spans)) this.#take(span);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    this.#server = server;
    await new Promise((resolve) => server.listen(this.port, '127.0.0.1', () => resolve(null)));
    this.port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
  }

  die() {
    this.#server?.close().closeAllConnections();
    this.#server = null;
  }

  /** @param {{ name: string, spanId: string, attributes: { key: string, value: any }[] }} span */
  #take({ name, spanId, attributes }) {
    this.spans.set(spanId, (this.spans.get(spanId) ?? 0) + 1);
    if (name !== 'TCP connection') return;
    const of = (/** @type {string} */ key) => Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];
    this.connections.add(`${of('selfclock.capture')} ${of('selfclock.connection')}`);
  }
}
