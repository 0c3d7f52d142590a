import { spawn } from 'node:child_process';

/** Reads standard input until its other end is closed, then interrupts the process. */
const SCRIPT = 'read -r _; kill -INT "$1"';

/**
 * Ends a child process when this one ends, even if it is killed or out of memory and cannot do so itself: a capture
 * tool in its own process group would go on until the disk is full.
 * @param {number} pid
 * @returns {() => void} to be called when the process has ended, before its PID can be reused
 */
export function endWithUs(pid) {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell there is no such guard.
  guard.once('error', () => undefined);
  guard.stdin?.once('error', () => undefined);
  guard.unref();
  return () => void guard.kill('SIGKILL');
}
