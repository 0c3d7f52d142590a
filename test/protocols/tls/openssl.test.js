/**
 * Real connections of OpenSSL's own client and server, for what node:tls does not do: key updates, renegotiation, early
 * data, and alerts of failed handshakes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { describeWithPrograms } from '../../support/programs.js';
import { withOpensslServer } from '../../support/tls/openssl-session.js';
import { feed, open } from './support/reading.js';

/** @typedef {import('../../support/duplex-pipe.js').Sent} Sent */

/** @param {{ sent: Sent[], keyLog: string }} session */
function read({ sent, keyLog }) {
  const keys = new KeyLog();
  keys.add(keyLog);
  const { connection, content } = open(keys);
  feed(connection, sent);
  return { info: connection.info, texts: content.texts };
}

describeWithPrograms('OpenSSL', ['openssl'], ([openssl]) => {
  test('key updates of one end and of both', async () => {
    const { info, texts } = await withOpensslServer(openssl, ['-rev', '-tls1_3'], async (run) =>
      read(
        await run(['-tls1_3'], async ({ write, until }) => {
          await until(/\n---\n/);
          for (const [command, line, answer] of /** @type {[string, string, RegExp][]} */ ([
            ['', 'one\n', /eno/],
            ['k\n', 'two\n', /owt/],
            ['K\n', 'three\n', /eerht/],
            ['K\n', 'four\n', /ruof/],
          ])) {
            write(command);
            if (command !== '') await until(/KEYUPDATE/);
            write(line);
            await until(answer);
          }
        }),
      ),
    );
    expect(texts).toEqual(['one\ntwo\nthree\nfour\n', 'eno\nowt\neerht\nruof\n']);
    expect(info).toMatchObject({ version: 'TLS 1.3', resumed: false, handshakeRoundTrips: 1 });
  }, 60_000);

  test.each([
    ['AES128-SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA'],
    ['ECDHE-RSA-AES256-GCM-SHA384', 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'],
  ])(
    'renegotiation with %s',
    async (cipher, name) => {
      const { info, texts } = await withOpensslServer(
        openssl,
        ['-rev', '-tls1_2', '-client_renegotiation'],
        async (run) =>
          read(
            await run(['-tls1_2', '-cipher', cipher], async ({ write, until }) => {
              await until(/\n---\n/);
              write('before\n');
              await until(/erofeb/);
              write('R\n');
              await until(/RENEGOTIATING[^]*verify return/);
              write('behind\n');
              await until(/dniheb/);
            }),
          ),
      );
      expect(texts).toEqual(['before\nbehind\n', 'erofeb\ndniheb\n']);
      expect(info).toMatchObject({ version: 'TLS 1.2', cipher: name, resumed: false, handshakeRoundTrips: 2 });
    },
    60_000,
  );

  test('early data', async () => {
    await withOpensslServer(openssl, ['-early_data', '-tls1_3'], async (run, { folder, until: untilServer }) => {
      const session = join(folder, 'session.pem');
      const early = join(folder, 'early.txt');
      writeFileSync(early, 'early bird');
      const first = read(
        await run(['-tls1_3', '-sess_out', session], async ({ write, until }) => {
          await until(/Early data was not sent[^]*---/);
          write('hello\n'); // the server sends its tickets when it has read something
          await untilServer(/hello/);
          write('Q\n');
          await until(/DONE/);
        }),
      );
      expect(first.info).toMatchObject({ resumed: false, handshakeRoundTrips: 1 });
      const { info, texts } = read(
        await run(['-tls1_3', '-sess_in', session, '-early_data', early], async ({ write, until }) => {
          await until(/Early data was accepted/);
          write('later\n');
          await untilServer(/later/);
          write('Q\n');
          await until(/DONE/);
        }),
      );
      expect(texts[0]).toBe('early birdlater\n');
      expect(info).toMatchObject({ resumed: true, handshakeRoundTrips: 0 });
      const again = read(
        await run(['-tls1_3', '-sess_in', session, '-early_data', early], async ({ write, until }) => {
          await until(/Early data was rejected/); // a ticket counts once
          write('instead\n');
          await untilServer(/instead/);
          write('Q\n');
          await until(/DONE/);
        }),
      );
      expect(again.texts[0]).toBe('instead\n');
    });
  }, 60_000);

  test.each(['-tls1_2', '-tls1_3'])(
    'a client that shows a certificate, %s',
    async (version) => {
      const { info, texts } = await withOpensslServer(
        openssl,
        ['-rev', version, '-verify', '1'],
        async (run, { folder }) =>
          read(
            await run(
              [version, '-cert', join(folder, 'cert.pem'), '-key', join(folder, 'key.pem')],
              async ({ write, until }) => {
                await until(/\n---\n/);
                write('who am I\n');
                await until(/I ma ohw/);
              },
            ),
          ),
      );
      expect(texts).toEqual(['who am I\n', 'I ma ohw\n']);
      expect(info).toMatchObject({ resumed: false, handshakeRoundTrips: version === '-tls1_3' ? 1 : 2 });
    },
    60_000,
  );

  test('a handshake that fails says so', async () => {
    const { info, texts } = await withOpensslServer(openssl, ['-rev', '-tls1_3'], async (run) =>
      read(
        await run(['-tls1_2'], async ({ until }) => {
          await until(/alert/);
        }),
      ),
    );
    expect(texts).toEqual(['', '']);
    expect(info).toMatchObject({
      decrypted: false,
      handshakeRoundTrips: null,
      alerts: [{ endpoint: 1, level: 'fatal', description: 70 }],
    });
  }, 60_000);
});
