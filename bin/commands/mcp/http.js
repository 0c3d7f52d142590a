import { createServer } from 'node:http';

import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';

/** Bytes of a request: questions are short. */
export const MAX_MCP_REQUEST_BYTES = 1024 * 1024;

/**
 * Streamable HTTP at `/mcp`, on this machine alone: other host names, other sites' pages and requests without the token
 * are refused.
 * @param {() => import('@modelcontextprotocol/server').McpServer} newServer for each request
 * @param {{ port: number, token: import('./token.js').Token }} options
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveHttp(newServer, { port, token }) {
  const handler = createMcpHandler(newServer, { maxRequestBodySize: MAX_MCP_REQUEST_BYTES });
  const answer = toNodeHandler(handler, { maxRequestBodySize: MAX_MCP_REQUEST_BYTES });
  const [isOwnHost, isOwnOrigin] = [localhostHostValidation(), localhostOriginValidation()];
  const server = createServer((request, response) => {
    if (!isOwnHost(request, response) || !isOwnOrigin(request, response)) return;
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mcp') return void response.writeHead(404).end();
    if (!token.isIn(request.headers.authorization)) {
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
    }
    void answer(request, response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const { port: bound } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${bound}/mcp`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
