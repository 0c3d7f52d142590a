/**
 * The panes that the user may show or hide, in their order. A pane is a file of this folder and a line here.
 */
import { pane as acked } from './acked.js';
import { pane as delay } from './delay.js';
import { pane as flight } from './flight.js';
import { pane as ioBytes } from './io-bytes.js';
import { pane as ioPackets } from './io-packets.js';
import { pane as requests } from './requests.js';
import { pane as rtt } from './rtt.js';
import { pane as sizes } from './sizes.js';
import { pane as throughput } from './throughput.js';
import { pane as window } from './window.js';

/** @typedef {import('../../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../../data/model.js').Model} Model */
/** @typedef {import('../pane-values.js').ValueSeries} ValueSeries */
/**
 * What a pane is made of. `heights` by width: desk, narrower, phone; `legendLines` of the head that the legend does not
 * have, px; `legendColumns`: lines of the legend beside each other.
 * @typedef {object} OptionalPaneKind
 * @property {string} id in the URL, too
 * @property {string} words where it is chosen
 * @property {string} valuesWords of the table of its values
 * @property {boolean} isUsual shown until something else is chosen
 * @property {readonly [number, number, number]} heights
 * @property {(unit: string) => string} title
 * @property {(scene: Scene) => string} [caption] what is under the title
 * @property {(scene: Scene) => import('../pane-heads.js').LegendLine[]} legend
 * @property {number} [captionPx]
 * @property {number} [legendColumns]
 * @property {(renderer: import('../../../timeline/grid.js').Renderer, scene: Scene, pane:
 *   import('../layout.js').Pane) => { scale: import('../../../../plot/value-scale.js').ValueScale, unit: string }} draw
 * @property {(model: Model, direction: number, range: import('../../../../plot/time-scale.js').TimeRange, windowNs:
 *   number) => ValueSeries[]} values `windowNs`: over which throughput is taken
 */

/** @type {readonly OptionalPaneKind[]} */
export const OPTIONAL_PANES = [window, rtt, throughput, acked, delay, flight, sizes, requests, ioBytes, ioPackets];

/** @type {ReadonlyMap<string, OptionalPaneKind>} */
const BY_ID = new Map(OPTIONAL_PANES.map((pane) => [pane.id, pane]));

/** @param {string} id @returns {OptionalPaneKind|undefined} */
export const optionalPane = (id) => BY_ID.get(id);
