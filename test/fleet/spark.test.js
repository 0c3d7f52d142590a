/**
 * The data source for Spark on a cluster of two workers, and the tables in Spark's and ClickHouse's own readers: tests
 * in Python (integrations/spark/tests), run by the Python that SELFCLOCK_PYTHON names.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describeMissing, describeWithPrograms } from '../support/programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON = process.env.SELFCLOCK_PYTHON ?? 'python3';
/** On a machine with nothing else to do a minute. */
const LONGEST_MS = 900_000;

const hasPackages = spawnSync(PYTHON, ['-c', 'import chdb, pyarrow, pyspark.sql.datasource']).status === 0;

if (hasPackages) {
  describeWithPrograms('Spark', ['java', 'ps'], () => {
    test(
      'tests in Python',
      async () => {
        const child = spawn(PYTHON, ['-W', 'ignore', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'], {
          cwd: join(ROOT, 'integrations/spark'),
          env: {
            ...process.env,
            SELFCLOCK: `'${process.execPath}' '${join(ROOT, 'bin/selfclock.js')}'`,
            NODE_OPTIONS: '',
          },
          stdio: ['ignore', 'ignore', 'pipe'],
          timeout: LONGEST_MS - 10_000,
        });
        let said = '';
        child.stderr.on('data', (text) => (said += text));
        const status = await new Promise((resolve) => child.once('close', resolve));
        expect([status, said]).toEqual([0, expect.stringMatching(/Ran \d+ tests[^]*OK/)]);
      },
      LONGEST_MS,
    );
  });
} else {
  describeMissing('Spark', `${PYTHON} has no pyspark 4, pyarrow and chdb (SELFCLOCK_PYTHON names another)`);
}
