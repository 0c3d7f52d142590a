/**
 * Exports of a view: PNG, SVG and a link to it; behind a button of the view's head.
 */
import { el } from '../../base/dom.js';
import { printsAs } from '../../base/printing.js';
import { offerMenu } from '../../components/menu.js';
import { openLater } from '../../components/open-later.js';
import { pictureCanvas } from '../../plot/picture-canvas.js';
import { drawFramed, frameSize } from '../../plot/picture-frame.js';
import { canvasRenderer } from '../../plot/renderer.js';
import { copyLink, download } from '../connection/head/exports.js';

const loadSvg = () => import('../../plot/svg-renderer.js');

/** Pixels of an image per CSS pixel: in a file, on paper. */
export const SHARPNESS = 2;
export const PRINTED_SHARPNESS = 3;

/** @typedef {import('../../plot/picture-frame.js').Picture} Picture */
/** @typedef {import('../../plot/picture-frame.js').LegendEntry} LegendEntry */

/**
 * @param {object} given
 * @param {import('../../base/theme.js').Theme} given.theme
 * @param {() => Picture|null} given.picture what is in view; null while nothing is
 * @param {() => string} given.name of the files, without an ending
 * @param {() => import('../../components/menu.js').MenuItem[]} [given.files] of what is in view, besides
 * @param {string} [given.class]
 * @returns {HTMLButtonElement}
 */
export function exportSwitch({ theme, picture, name, files = () => [], class: looks = 'switch export-switch' }) {
  const element = el(
    'button',
    { type: 'button', class: looks, 'aria-haspopup': 'menu', 'aria-expanded': 'false' },
    'Export',
  );

  const items = () => {
    const shown = picture();
    return [
      ...(shown
        ? [
            { label: 'This view as an image (PNG)', onSelect: () => png(shown) },
            {
              label: 'This view as a vector image (SVG)',
              onSelect: () => void openLater(loadSvg, (svg) => saveSvg(shown, svg)),
            },
          ]
        : []),
      ...files(),
      { label: 'Copy the link to this view', onSelect: () => void copyLink(location.href) },
    ];
  };
  offerMenu(element, items, { label: 'Export this view' });

  printsAs(() => {
    const shown = element.isConnected ? picture() : null;
    return shown && framedCanvas(shown, theme.coloursOf('light'), true, PRINTED_SHARPNESS);
  });

  /** In the theme of the page. @param {Picture} shown */
  function png(shown) {
    const canvas = framedCanvas(shown, theme.colours(), theme.name() === 'light', SHARPNESS);
    canvas?.toBlob((blob) => {
      if (blob) download(`${fileNameOf(name())}.png`, blob);
    });
  }

  /** For print: in the light theme. @param {Picture} shown @param {Awaited<ReturnType<typeof loadSvg>>} svg */
  function saveSvg(shown, { svgRenderer }) {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return;
    const measure = canvasRenderer(context).textWidth;
    const colours = theme.coloursOf('light');
    const renderer = svgRenderer({ ...frameSize(shown, measure), title: shown.title, ground: colours.bg1, measure });
    drawFramed(renderer, shown, colours, true);
    download(`${fileNameOf(name())}.svg`, new Blob([renderer.file()], { type: 'image/svg+xml' }));
  }
  return element;
}

/**
 * @param {Picture} shown
 * @param {import('../../base/theme.js').Colours} colours
 * @param {boolean} isLight
 * @param {number} sharpness
 * @returns {HTMLCanvasElement|null}
 */
function framedCanvas(shown, colours, isLight, sharpness) {
  const measuring = document.createElement('canvas').getContext('2d');
  if (!measuring) return null;
  const size = frameSize(shown, canvasRenderer(measuring).textWidth);
  return pictureCanvas({ ...size, ground: colours.bg1, sharpness }, (renderer) =>
    drawFramed(renderer, shown, colours, isLight),
  );
}

/** @param {string} name as captured @returns {string} of letters that every file system takes */
export const fileNameOf = (name) =>
  name
    .replace(/\.(pcap|pcapng|cap|snoop)(\.gz)?/gi, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 100);

/** The swatches of the page's legends, as drawn. @type {Record<string, Omit<LegendEntry, 'words'>>} */
const SIGNS = {
  'is-c2s': { colour: 'c2s' },
  'is-s2c': { colour: 's2c' },
  'is-retx': { colour: 'retx' },
  'is-push': { colour: 'ink2', look: 'tick' },
  'is-handshake': { colour: 'c2s', look: 'outline' },
  'is-tls': { colour: 'c2s', look: 'hatch' },
  'is-wait': { colour: 'ink3', look: 'pale' },
  'is-waiting': { colour: 'ink3', look: 'line' },
  'is-deliver': { colour: 'ink2', look: 'pale' },
  'is-idle': { colour: 'ink3', look: 'dots' },
  'is-half': { colour: 'ink2', look: 'dashes' },
  'is-critical': { colour: 'ink1', look: 'line' },
  'is-blocked': { colour: 'ink3', look: 'line' },
  'is-queued': { colour: 'ink3', look: 'hatch' },
  'is-balance': { colour: 'win', look: 'line' },
  'is-grant': { colour: 'win', look: 'triangle' },
  'is-stall': { colour: 'win', look: 'hatch' },
  'is-own': { colour: 'ooo', look: 'line' },
  'is-end': { colour: 'ink1', look: 'outline' },
  'is-mHtml': { colour: 'mHtml' },
  'is-mCss': { colour: 'mCss' },
  'is-mJs': { colour: 'mJs' },
  'is-mImg': { colour: 'mImg' },
  'is-mFont': { colour: 'mFont' },
  'is-mData': { colour: 'mData' },
};

/** @param {[className: string, words: string][]} entries of a legend @returns {LegendEntry[]} */
export const legendOf = (entries) =>
  entries.map(([className, words]) => ({ ...(SIGNS[className] ?? { colour: /** @type {const} */ ('ink2') }), words }));
