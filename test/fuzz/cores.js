/**
 * Counts what the WebAssembly cores do. V8's coverage sees JavaScript alone, so Binaryen puts a call at the beginning
 * of each function and of each turn of a loop, and before each return, when a core is compiled.
 */
import binaryen from 'assemblyscript/binaryen';

/** Places that the cores may have together. */
const MAX_PLACES = 1 << 14;

/** How often each place was passed since `clear`; the cores' places lie one behind the other. */
export class CoreCounts {
  counts = new Uint32Array(MAX_PLACES);
  #places = 0;
  /**
   * By the module that the analysis has: the one that is run instead.
   * @type {WeakMap<WebAssembly.Module, { module: WebAssembly.Module, first: number }>}
   */
  #counted = new WeakMap();

  /** From now on whatever core this thread compiles is counted. Other threads get the modules as they were. */
  install() {
    const remember = (/** @type {WebAssembly.Module} */ module, /** @type {Uint8Array} */ bytes) =>
      this.#remember(module, bytes);
    const importsFor = (/** @type {WebAssembly.Module} */ module, /** @type {any} */ imports) =>
      this.#importsFor(module, imports);
    const { Module, Instance } = WebAssembly;
    WebAssembly.Module = class extends Module {
      /** @param {BufferSource} bytes */
      constructor(bytes) {
        super(bytes);
        remember(this, /** @type {Uint8Array} */ (bytes));
      }
    };
    WebAssembly.Instance = class extends Instance {
      /** @param {WebAssembly.Module} module @param {WebAssembly.Imports} [imports] */
      constructor(module, imports) {
        const { module: counted, imports: all } = importsFor(module, imports);
        super(counted, all);
      }
    };
  }

  clear() {
    this.counts.fill(0);
  }

  /** @returns {number} how often all places together were passed */
  get work() {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  /** @param {WebAssembly.Module} module @param {Uint8Array} bytes */
  #remember(module, bytes) {
    const { Module } = WebAssembly;
    const core = binaryen.readBinary(bytes);
    core.setFeatures(binaryen.Features.All);
    core.runPasses(['log-execution']);
    const counted = Object.getPrototypeOf(Module);
    const places = core.emitText().split('call $log_execution').length - 1;
    this.#counted.set(module, { module: new counted(core.emitBinary()), first: this.#places });
    this.#places += places;
    core.dispose();
    if (this.#places > MAX_PLACES) {
      throw new Error(`the cores have ${this.#places} places, ${MAX_PLACES} are provided for`);
    }
  }

  /** @param {WebAssembly.Module} module @param {any} imports */
  #importsFor(module, imports) {
    const known = this.#counted.get(module);
    const { counts } = this;
    if (known === undefined) return { module, imports };
    const { first, module: counted } = known;
    // Binaryen imports it from whichever module a core's other functions come from.
    const { module: from = 'env' } =
      WebAssembly.Module.imports(counted).find(({ name }) => name === 'log_execution') ?? {};
    const count = (/** @type {number} */ place) => {
      counts[first + place]++;
    };
    return { module: counted, imports: { ...imports, [from]: { ...imports[from], log_execution: count } } };
  }
}
