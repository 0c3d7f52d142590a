/** Brotli (RFC 7932) by brotli-dec-wasm: not every browser can decode it as a stream. */
import { BrotliDecStream, BrotliStreamResultCode, initSync } from 'brotli-dec-wasm/web';

import { RequestError } from '../session/request-error.js';

const OUTPUT_BYTES = 16 * 1024;

/** @type {() => Promise<BufferSource>} */
let load;
let isReady = false;

/** @param {() => Promise<BufferSource>} loads brotli-dec-wasm's WebAssembly, a third of what the worker loads */
export function provideBrotli(loads) {
  load = loads;
}

/** Awaited before an unpacker is created. */
export async function readyBrotli() {
  if (isReady) return;
  const module = await load().catch((error) => {
    console.error(error);
    throw new RequestError(503, 'not_loaded', 'The Brotli decoder could not be loaded: the site does not respond.');
  });
  initSync({ module });
  isReady = true;
}

/** Unpacks piece by piece; truncated data as far as possible. */
export class BrotliUnpacker {
  #stream;
  #isOver = false;

  constructor() {
    this.#stream = new BrotliDecStream();
  }

  /** @param {Uint8Array} bytes @throws {unknown} no more can be unpacked */
  *unpack(bytes) {
    for (let at = 0; !this.#isOver;) {
      const { buf, code, input_offset: taken } = this.#stream.dec(bytes.subarray(at), OUTPUT_BYTES);
      at += taken;
      this.#isOver = code === BrotliStreamResultCode.ResultSuccess;
      yield buf;
      if (code === BrotliStreamResultCode.NeedsMoreInput) return;
    }
  }

  end = () => [];

  close() {
    this.#stream.free();
  }
}
