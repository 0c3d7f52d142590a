const namespace = 'http://www.w3.org/2000/svg';

/** Outlines on a grid of 16; `solid` paths are filled. */
const shapes = {
  mark: { paths: ['M1 13.5v-3h4.5v-3.5h4v-3.5h4.5'], solid: ['M5 2h1.6v3h-1.6z', 'M11.4 10h1.6v3.5h-1.6z'] },
  search: { paths: ['M11 6.75a4.25 4.25 0 1 1-8.5 0a4.25 4.25 0 0 1 8.5 0z', 'M10 10l4 4'], solid: [] },
  theme: { paths: ['M13.5 8a5.5 5.5 0 1 1-11 0a5.5 5.5 0 0 1 11 0z'], solid: ['M8 2.5a5.5 5.5 0 0 0 0 11z'] },
  more: { paths: [], solid: ['M2.5 6.8h2.4v2.4h-2.4z', 'M6.8 6.8h2.4v2.4h-2.4z', 'M11.1 6.8h2.4v2.4h-2.4z'] },
  upload: { paths: ['M8 10.5v-8', 'M4.8 5.4l3.2-3.2l3.2 3.2', 'M2 9.5v4h12v-4'], solid: [] },
  back: { paths: ['M10 3.5l-4.5 4.5l4.5 4.5'], solid: [] },
  close: { paths: ['M3.5 3.5l9 9', 'M12.5 3.5l-9 9'], solid: [] },
};

/** @typedef {keyof typeof shapes} IconName */

/**
 * @param {IconName} name
 * @param {number} [size] CSS pixels
 * @returns {SVGSVGElement} decoration: the control around it carries the words
 */
export function icon(name, size = 16) {
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('width', String(size));
  svg.setAttribute('height', String(size));
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', `icon icon-${name}`);
  for (const d of shapes[name].paths) svg.append(path(d, 'icon-line'));
  for (const d of shapes[name].solid) svg.append(path(d, 'icon-solid'));
  return svg;
}

/**
 * @param {string} d
 * @param {string} className
 */
function path(d, className) {
  const element = document.createElementNS(namespace, 'path');
  element.setAttribute('d', d);
  element.setAttribute('class', className);
  return element;
}
