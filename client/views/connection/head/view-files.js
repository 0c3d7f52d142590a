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

/**
 * @param {object} given
 * @param {import('../data/model.js').Model} given.model
 * @param {import('../diagram.js').Diagram} given.diagram
 * @param {{ captureName: string, flow: number }} given.of
 * @param {import('../../../base/theme.js').Theme} given.theme
 * @param {import('../shown-view.js').ShownView} given.view
 * @param {() => import('../panes/overlay.js').Pointed} given.pointed
 */
export function createViewFiles({ model, diagram, of, theme, view, pointed }) {
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

  /** @param {typeof import('../../../plot/svg-renderer.js')} svg */
  function saveSvg({ svgRenderer }) {
    const size = pictureSize(diagram.layout);
    const measuring = document.createElement('canvas').getContext('2d');
    const measure = measuring ? canvasRenderer(measuring).textWidth : undefined;
    const renderer = svgRenderer({
      ...size,
      title: `${of.captureName}, connection ${of.flow}`,
      ground: theme.coloursOf('light').bg1,
      measure,
    });
    draw(renderer, 'light');
    download(fileName(of.captureName, of.flow, 'svg'), new Blob([renderer.file()], { type: 'image/svg+xml' }));
  }

  return {
    /** In the theme of the page. */
    png() {
      pixels(theme.name(), SHARPNESS)?.toBlob((blob) => {
        if (blob) download(fileName(of.captureName, of.flow, 'png'), blob);
      });
    },
    /** For print: in the light theme. */
    svg: () => void openLater(() => import('../../../plot/svg-renderer.js'), saveSvg),
    values: () =>
      void openLater(
        () => import('../dialogs.js'),
        ({ openValuesSheet }) => openValuesSheet({ model, valuesOf, onCsv: csv }),
      ),
  };
}
