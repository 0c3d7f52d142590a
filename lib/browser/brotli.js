/** Brotli (RFC 7932) by brotli-dec-wasm: no browser undoes it piece by piece everywhere. */
import { BrotliDecStream, BrotliStreamResultCode, initSync } from 'brotli-dec-wasm/web';

const OUTPUT_BYTES = 16 * 1024;

/** Its WebAssembly, which the bundle brings along. @type {BufferSource|null} */
let module = null;
let isReady = false;

/** @param {BufferSource} bytes of brotli-dec-wasm's WebAssembly */
export function provideBrotli(bytes) {
  module = bytes;
}

/** Unpacks piece by piece; what was cut off gives what there is. */
export class BrotliUnpacker {
  #stream;
  #isOver = false;

  constructor() {
    if (!isReady) initSync({ module: /** @type {BufferSource} */ (module) });
    isReady = true;
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
