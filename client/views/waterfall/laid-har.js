/** The browser's HAR overlaid on a waterfall, if any; the code that reads it is loaded with the first. */
import { el, fill } from '../../base/dom.js';
import { chooseFiles } from '../../components/page-drop.js';

/** @typedef {import('./waterfall-rows.js').Waterfall} Waterfall */

const load = () => import('./har/har-overlay.js');

export class LaidHar {
  #given;
  /** @type {{ name: string, entries: import('./har/har-file.js').BrowserEntry[] }|null} */
  #har = null;
  /** Where its messages are shown. */
  element = el('div');

  /**
   * @param {object} given
   * @param {() => number} given.startEpochMs of the capture
   * @param {() => Waterfall|null} given.shown
   * @param {(bar: HTMLElement) => void} given.onComplaint
   * @param {() => void} given.onLaid rows have, or have no more, what the browser saw
   */
  constructor(given) {
    this.#given = given;
  }

  choose() {
    chooseFiles(([file]) => void (file && this.#take(file)));
  }

  /** A HAR is for this view; whatever else is dropped, for the page. @param {DragEvent} event */
  dropped(event) {
    const [file, ...others] = event.dataTransfer?.files ?? [];
    if (file === undefined || others.length > 0 || !/\.har$/i.test(file.name)) return;
    event.preventDefault();
    void this.#take(file);
  }

  /** @param {File} file */
  async #take(file) {
    const { readHar } = await load();
    const read = await readHar(file);
    if (read instanceof HTMLElement) return this.#given.onComplaint(read);
    this.#har = { name: file.name, entries: read };
    await this.lay();
  }

  /** Overlays the rows shown, whenever rows have arrived. */
  async lay() {
    if (this.#har === null) return;
    const { layHar } = await load();
    const { shown, startEpochMs, onLaid } = this.#given;
    const waterfall = shown();
    if (this.#har === null || waterfall === null) return;
    const onRemove = () => this.#remove();
    fill(this.element, layHar(waterfall, { ...this.#har, startEpochMs: startEpochMs(), onRemove }));
    onLaid();
  }

  #remove() {
    const { shown, onLaid } = this.#given;
    this.#har = null;
    for (const row of shown()?.rows ?? []) row.browser = undefined;
    fill(this.element);
    onLaid();
  }
}
