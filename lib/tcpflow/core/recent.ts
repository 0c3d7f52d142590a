// Room for the bytes handed on last (lib/tcpflow/reassembly/recent-bytes.js). It is here because the capture's bytes are: copying within
// one memory takes no view, and copying out of shared memory by JavaScript goes byte by byte.
import { reserve } from "../../packet/core/memory";

export const MAX_RECENT_BYTES: i32 = 524288;

export const recentBytes: usize = reserve(MAX_RECENT_BYTES);

export function copyBytes(to: usize, from: usize, length: i32): void { memory.copy(to, from, length); }
