import { spawn } from 'node:child_process';

/** Reads until whoever holds the other end of its standard input is no more, then has the process stop in order. */
const SCRIPT = 'read -r _; kill -INT "$1"';

/**
 * Has a process end when this one does, however that is: killed, or out of memory, it has no time to see to it itself,
 * and a capture tool of its own process group would go on until the disk is full.
 * @param {number} pid
 * @returns {() => void} to be called when the process has ended, before its number can be another's
 */
export function endWithUs(pid) {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Where there is no shell it goes without.
  guard.once('error', () => undefined);
  guard.stdin?.once('error', () => undefined);
  guard.unref();
  return () => void guard.kill('SIGKILL');
}
