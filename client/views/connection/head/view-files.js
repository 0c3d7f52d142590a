/**
 * Makes the files of the view: PNG, SVG, CSV.
 */
import { printsAs } from '../../../base/printing.js';
import { openLater } from '../../../components/open-later.js';
import { pictureCanvas } from '../../../plot/picture-canvas.js';
import { canvasRenderer } from '../../../plot/renderer.js';
import { PRINTED_SHARPNESS, SHARPNESS } from '../../timeline/picture-files.js';
import { sceneOf } from '../diagram.js';
import { paneValues, valuesCsv } from '../panes/pane-values.js';
import { rateWindowNs } from '../panes/throughput.js';
import { download } from './exports.js';
import { fileName } from './file-name.js';
import { drawPicture, pictureSize, underHead } from './picture.js';

/** Widths of texts; undefined where the browser gives no canvas. */
function measure() {
  const context = document.createElement('canvas').getContext('2d');
  return context ? canvasRenderer(context).textWidth : undefined;
}

/**
 * @param {object} given
 * @param {import('../data/model.js').Model} given.model
 * @param {import('../diagram.js').Diagram} given.diagram
 * @param {{ captureName: string, flow: number }} given.of
 * @param {import('../../../base/theme.js').Theme} given.theme
 * @param {import('../shown-view.js').ShownView} given.view
 * @param {() => import('../panes/overlay.js').Pointed} given.pointed
 * @param {() => import('../../../plot/summary-picture.js').Said} given.said what is said above the view
 */
export function createViewFiles({ model, diagram, of, theme, view, pointed, said }) {
  /**
   * @param {import('../../../plot/renderer.js').Renderer} renderer
   * @param {import('../../../base/theme.js').ThemeName} name
   */
  function draw(renderer, name) {
    const { state, range, direction } = view;
    const layout = underHead(diagram.layout);
    const scene = sceneOf(
      { model, direction, colours: theme.coloursOf(name), light: name === 'light', hidden: state.hidden, as: state },
      range,
      state.unit,
      layout,
    );
    drawPicture(renderer, scene, layout, of, pointed());
  }

  const pixels = (/** @type {import('../../../base/theme.js').ThemeName} */ name, /** @type {number} */ sharpness) =>
    pictureCanvas({ ...pictureSize(diagram.layout), ground: theme.coloursOf(name).bg1, sharpness }, (renderer) =>
      draw(renderer, name),
    );
  printsAs(() => (diagram.element.isConnected ? pixels('light', PRINTED_SHARPNESS) : null));

  const valuesOf = (/** @type {import('../panes/layout.js').PaneId} */ id) => {
    const { scene } = diagram;
    return paneValues(id, model, view.direction, view.range, scene ? rateWindowNs(scene) : 100e6);
  };
  const csv = (/** @type {import('../panes/layout.js').PaneId} */ id) =>
    download(
      fileName(of.captureName, of.flow, `${id}.csv`),
      new Blob(valuesCsv(valuesOf(id), model.originNs), { type: 'text/csv' }),
    );

  /** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
  /** @typedef {{ width: number, height: number }} Size */

  /**
   * In the light theme, for print.
   * @param {typeof import('../../../plot/svg-renderer.js')} svg
   * @param {{ size: Size, onto: (renderer: Renderer) => void }} drawing @param {string} ending
   */
  function saveSvg({ svgRenderer }, { size, onto }, ending) {
    const title = `${of.captureName}, connection ${of.flow}`;
    const renderer = svgRenderer({ ...size, title, ground: theme.coloursOf('light').bg1, measure: measure() });
    onto(renderer);
    download(fileName(of.captureName, of.flow, ending), new Blob([renderer.file()], { type: 'image/svg+xml' }));
  }

  /** @param {HTMLCanvasElement|null} canvas @param {string} ending */
  const savePng = (canvas, ending) =>
    canvas?.toBlob((blob) => {
      if (blob) download(fileName(of.captureName, of.flow, ending), blob);
    });

  /**
   * The view with what is said above it.
   * @param {typeof import('../../../plot/summary-picture.js')} picture
   * @param {import('../../../base/theme.js').ThemeName} name
   */
  function summaryOf({ summarySize, drawSummary }, name) {
    const [words, size] = [said(), pictureSize(diagram.layout)];
    const drawing = { ...size, draw: (/** @type {Renderer} */ renderer) => draw(renderer, name) };
    return {
      size: summarySize(words, drawing, measure() ?? (() => 0)),
      onto: (/** @type {Renderer} */ renderer) => drawSummary(renderer, words, drawing, theme.coloursOf(name)),
    };
  }
  const loadSummary = () => import('../../../plot/summary-picture.js');
  const loadSvg = () => import('../../../plot/svg-renderer.js');
  const whole = () => ({
    size: pictureSize(diagram.layout),
    onto: (/** @type {Renderer} */ renderer) => draw(renderer, 'light'),
  });

  return {
    /** In the theme of the page. */
    png: () => void savePng(pixels(theme.name(), SHARPNESS), 'png'),
    svg: () => void openLater(loadSvg, (svg) => saveSvg(svg, whole(), 'svg')),
    summaryPng: () =>
      void openLater(loadSummary, (picture) => {
        const { size, onto } = summaryOf(picture, theme.name());
        const ground = theme.coloursOf(theme.name()).bg1;
        savePng(pictureCanvas({ ...size, ground, sharpness: SHARPNESS }, onto), 'summary.png');
      }),
    summarySvg: () =>
      void openLater(
        () => Promise.all([loadSummary(), loadSvg()]),
        ([picture, svg]) => saveSvg(svg, summaryOf(picture, 'light'), 'summary.svg'),
      ),
    values: () =>
      void openLater(
        () => import('../dialogs.js'),
        ({ openValuesSheet }) => openValuesSheet({ model, valuesOf, onCsv: csv }),
      ),
  };
}
