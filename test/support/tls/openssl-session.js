/**
 * `openssl s_client` and `s_server` on loopback, for what node:tls cannot be asked for: what each sent, and the key
 * log.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {import('../duplex-pipe.js').Sent} Sent */

const PATIENCE_MS = 10_000;

/**
 * What a child prints, and a wait for a part of it.
 * @param {import('node:child_process').ChildProcessWithoutNullStreams} child
 */
function outputOf(child) {
  let text = '';
  let onMore = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      text += part;
      onMore();
    });
  }
  return {
    /**
     * @param {RegExp} pattern
     * @returns {Promise<RegExpExecArray>} its match; what was printed up to it is not looked at again
     */
    async until(pattern) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const match = pattern.exec(text);
        if (match) {
          text = text.slice(match.index + match[0].length);
          return match;
        }
        if (Date.now() > deadline) throw new Error(`openssl has not printed ${pattern} but: ${text}`);
        await new Promise((resolve) => {
          onMore = () => resolve(undefined);
          setTimeout(resolve, 200);
        });
      }
    },
  };
}

/** Passes a connection on, and notes what goes through. @param {number} port of the server */
async function recorder(port) {
  /** @type {Sent[]} */
  let sent = [];
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near
      .on('data', (bytes) => {
        sent.push({ endpoint: 0, bytes: Uint8Array.from(bytes) });
      })
      .pipe(far);
    far
      .on('data', (bytes) => {
        sent.push({ endpoint: 1, bytes: Uint8Array.from(bytes) });
      })
      .pipe(near);
    for (const socket of [near, far]) socket.on('error', () => {});
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (proxy.address());
  return {
    port: address.port,
    close: () => proxy.close(),
    take() {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}

/**
 * A server that answers to a client's line with the line in reverse, as long as `use` takes.
 * @template T
 * @param {string} openssl path of the program @param {string[]} options of the server
 * @param {(session: (options: string[], talk: (client: { write: (text: string) => void, until: (pattern: RegExp) =>
 *   Promise<unknown> }) =>
 *   Promise<void>) => Promise<{ sent: Sent[], keyLog: string }>, server: { folder: string, until: (pattern: RegExp) =>
 *   Promise<unknown> }) => Promise<T>} use is given what runs a client, and a wait for what the server prints
 */
export async function withOpensslServer(openssl, options, use) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-openssl-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  execFileSync(
    openssl,
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=a.example',
    ],
    { stdio: 'ignore' },
  );
  const server = spawn(openssl, ['s_server', '-accept', '127.0.0.1:0', '-key', key, '-cert', cert, ...options]);
  const said = outputOf(server);
  const through = await recorder(Number((await said.until(/ACCEPT \S+:(\d+)/))[1]));
  try {
    return await use(
      async (clientOptions, talk) => {
        const log = join(folder, 'keys.log');
        rmSync(log, { force: true });
        writeFileSync(log, '');
        const client = spawn(openssl, [
          's_client',
          '-connect',
          `127.0.0.1:${through.port}`,
          '-servername',
          'a.example',
          '-keylogfile',
          log,
          ...clientOptions,
        ]);
        const { until } = outputOf(client);
        const closed = once(client, 'close');
        await talk({
          write: (text) => {
            client.stdin.write(text);
          },
          until,
        });
        client.stdin.end(); // it then takes its leave: a server forgets sessions of clients that do not
        const impatience = setTimeout(() => client.kill(), PATIENCE_MS);
        await closed;
        clearTimeout(impatience);
        return { sent: through.take(), keyLog: existsSync(log) ? readFileSync(log, 'latin1') : '' };
      },
      { folder, until: said.until },
    );
  } finally {
    through.close();
    server.kill();
    rmSync(folder, { recursive: true });
  }
}
