/** What a capture would have cost under other conditions: sliders, the prediction, and both curves on one axis. */
import { flowOfText } from '../../../lib/shared/quic-flow.js';
import { el, fill, setText } from '../../base/dom.js';
import { formatSeconds } from '../../base/format.js';
import { beforePaint, debounce } from '../../base/frame.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../../components/missing-page.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { sentenceOf } from '../../state/api-error.js';
import { comparePath } from '../../state/router.js';
import { whatIfControls } from './controls.js';
import { headlineOf } from './headline.js';
import { latestAnswer } from './latest-answer.js';
import { drawWhatIf, whatIfRows } from './plot.js';
import { waitingLine } from './waiting.js';
import { waterfallPanel } from './waterfall-panel.js';

/** @typedef {import('../../state/answer-types.js').Prediction} Prediction */
/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../state/view-context.js').CaptureViewContext} WhatIfContext */

/** A slider's place goes into the URL once it rests for this long. */
const restMs = 120;

class WhatIfView {
  #container;
  #context;
  /** The connection that it is asked of; undefined: the whole capture. @type {string|undefined} */
  #flow;
  /** @type {Query} */
  #settings;
  /** @type {Prediction|null} */
  #answer = null;
  #answers = 0;
  #assumed = '';
  #size = { width: 0, height: 0 };
  #writeUrl = debounce(restMs, () => this.#context.onQueryChange(this.#query(), { replace: true }));
  #controls = whatIfControls({ onChange: (next) => this.#set(next) });
  #requests = waterfallPanel(() => this.#context.theme.colours());
  #compare = button('Compare packet by packet (adds a capture)', {
    onClick: () => void this.#openBeside(),
    title: 'Adds the replay to the library as a capture, and opens both in the compare view',
  });
  /** Said first: how much of the capture was replayed, where not all of it. */
  #scope = el('p', { hidden: true });
  #headline = el('p', { class: 'whatif-headline', 'data-figure': 'Prediction' });
  #other = el('p', { class: 'second', hidden: true });
  #trust = el('p', { class: 'second', 'data-figure': 'Replay error' });
  #assumptions = el('ul', { class: 'whatif-assumptions' });
  #table = el('table', { class: 'compare-table' });
  #layer = canvasLayer('plot-data');
  #plots = el('div', { class: 'whatif-plot' }, this.#layer.canvas);
  #problem = el('div', { class: 'messages' });
  #waiting = waitingLine();
  #asItWas = button('Reset', { onClick: () => this.#reset() });
  #granted = el('div', {}, el('h2', { class: 'side-title', text: 'Assumptions' }), this.#assumptions);
  #main = el(
    'div',
    { class: 'whatif-main', hidden: true },
    el(
      'div',
      { class: 'whatif-head' },
      el('div', { role: 'status' }, this.#scope, this.#headline, this.#other, this.#trust),
      this.#compare,
    ),
    this.#plots,
    this.#requests.element,
    this.#table,
  );
  #asking = latestAnswer({
    fetchAnswer: (how, signal) => this.#fetch(how, signal),
    onAnswer: (next) => this.#take(next),
    onError: (error) => this.#complain(error),
  });
  #observer = new ResizeObserver(() => {
    // Asked for here only: what is drawn with each answer need not wait for a layout.
    this.#size = { width: this.#plots.clientWidth, height: this.#plots.clientHeight };
    beforePaint(this.#drawAll);
  });
  #stopTheme;

  /** @param {HTMLElement} container @param {WhatIfContext} context */
  constructor(container, context) {
    const { flow, ...settings } = context.query;
    const redraw = () => beforePaint(this.#drawAll);
    this.#container = container;
    this.#context = context;
    this.#flow = flow;
    this.#settings = settings;
    this.#layer.canvas.setAttribute('role', 'img');
    this.#layer.canvas.setAttribute(
      'aria-label',
      'Acknowledged bytes over time, observed and predicted. The table below has the same figures.',
    );
    const panel = el(
      'aside',
      { class: 'whatif-panel', 'aria-label': 'Conditions', tabindex: 0 },
      el('h1', { class: 'view-title', text: 'What if' }),
      el('p', {
        class: 'second',
        text: `The ${flow === undefined ? 'capture' : 'connection'}’s own traffic, replayed packet by packet under other conditions.`,
      }),
      this.#controls.element,
      this.#asItWas,
      this.#granted,
    );
    container.append(
      el(
        'div',
        { class: 'whatif' },
        panel,
        el('div', { class: 'whatif-stage' }, this.#problem, this.#waiting.element, this.#main),
      ),
    );
    this.#stopTheme = context.theme.subscribe(redraw);
    this.#observer.observe(this.#plots);
    void document.fonts.ready.then(redraw);
    this.#asking.ask();
  }

  /** @returns {Query} */
  #query() {
    return { ...(this.#flow === undefined ? {} : { flow: this.#flow }), ...this.#settings };
  }

  /** @param {{ isDraft: boolean }} how @param {AbortSignal} signal */
  #fetch(how, signal) {
    const { api, captureId } = this.#context;
    const done = this.#waiting.begin(how.isDraft ? 'Replaying the traffic' : 'Replaying all of it, beyond the draft');
    return api.whatIf(captureId, this.#query(), how, signal).finally(done);
  }

  /** @param {Query} settings */
  #set(settings) {
    this.#settings = settings;
    this.#writeUrl.call();
    this.#asking.ask();
  }

  #reset() {
    this.#writeUrl.cancel();
    this.#settings = {};
    this.#context.onQueryChange(this.#query());
    this.#asking.ask();
  }

  /** @param {import('../../state/answer-types.js').WhatIfAnswer} next */
  #take(next) {
    if (next.refusal !== undefined) return this.#refuse(next.refusal);
    this.#answer = next;
    this.#controls.element.hidden = this.#asItWas.hidden = this.#granted.hidden = false;
    this.#answers += 1;
    fill(this.#problem);
    this.#main.hidden = false;
    this.#show(next);
    // A figure may be the same as before: so that it can be told when a move was answered.
    this.#main.dataset.answers = String(this.#answers);
  }

  /** The replay becomes a capture, and both are compared. */
  async #openBeside() {
    const { api, captureId, navigate } = this.#context;
    this.#compare.setAttribute('disabled', '');
    try {
      const {
        capture: { id },
      } = await api.openWhatIf(captureId, this.#query());
      navigate(
        comparePath([
          { id: captureId, flow: this.#flow === undefined ? null : flowOfText(this.#flow) },
          { id, flow: null },
        ]),
      );
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#compare.removeAttribute('disabled');
    }
  }

  /** The reason and nothing else; where nothing was ever answered there is nothing to set. @param {string} why */
  #refuse(why) {
    fill(this.#problem, messageBar({ kind: 'note', title: 'No answer', text: why }));
    this.#main.hidden = true;
    this.#granted.hidden = true;
    this.#controls.element.hidden = this.#answer === null;
    if (this.#answer !== null) {
      const { observed, ways } = this.#answer;
      const protocol = /** @type {typeof observed.protocol} */ (this.#settings.protocol ?? observed.protocol);
      this.#controls.update(observed, ways && protocol && { ...ways, protocol }, this.#settings);
    }
    this.#asItWas.hidden = Object.keys(this.#settings).length === 0;
  }

  /** @param {unknown} error */
  #complain(error) {
    if (showMissing(this.#container, error, this.#context)) return;
    fill(this.#problem, messageBar({ kind: 'failure', title: 'No answer', text: sentenceOf(error) }));
    this.#main.hidden = this.#answer === null;
  }

  /** @param {Prediction} answer */
  #show(answer) {
    const { scope, chained, assumptions, observed, ways } = answer;
    const headline = headlineOf(answer, this.#settings);
    const taken = assumptions.filter((text) => text !== scope);
    const assumed = taken.join('\n');
    setText(this.#scope, scope ?? '');
    this.#scope.hidden = scope === null;
    fill(this.#headline, el('strong', { text: headline.strong }), el('span', { class: 'second', text: headline.rest }));
    setText(this.#other, chained === null ? '' : chainedWords(chained.seconds));
    this.#other.hidden = chained === null;
    setText(this.#trust, headline.trust);
    this.#controls.update(observed, ways, this.#settings);
    if (assumed !== this.#assumed) fill(this.#assumptions, ...taken.map((text) => el('li', { text })));
    this.#assumed = assumed;
    fill(this.#table, ...tableParts(answer));
    this.#requests.show(answer);
    this.#draw();
  }

  #draw() {
    const { width, height } = this.#size;
    const answer = this.#answer;
    if (!answer || width === 0) return;
    const colours = this.#context.theme.colours();
    const dataColour = answer.observed.direction === 0 ? colours.c2s : colours.s2c;
    this.#layer.resize(width, height);
    this.#layer.draw((renderer) => drawWhatIf(renderer, answer, { width, height, colours, dataColour }));
  }

  /** The same function each time, as `beforePaint` requires. */
  #drawAll = () => {
    this.#draw();
    this.#requests.draw();
  };

  /** The URL changed from outside. @param {Query} next */
  update({ flow, ...settings }) {
    this.#writeUrl.cancel();
    this.#flow = flow;
    this.#settings = settings;
    this.#asking.ask();
  }

  destroy() {
    this.#asking.stop();
    this.#writeUrl.cancel();
    this.#observer.disconnect();
    this.#requests.destroy();
    this.#stopTheme();
  }
}

/** @param {number} seconds */
const chainedWords = (seconds) =>
  `${formatSeconds(seconds)} if requests sent when a connection became free depended on its previous response, not just on the free connection.`;

/** The diagram as a table. @param {Prediction} answer */
const tableParts = (answer) => [
  el('caption', { class: 'side-title', text: 'Time until a share of the bytes was acknowledged' }),
  el(
    'thead',
    {},
    el('tr', {}, ...['Share of the bytes', 'Observed', 'Predicted'].map((text) => el('th', { scope: 'col', text }))),
  ),
  el(
    'tbody',
    {},
    ...whatIfRows(answer).map(([share, ...times]) =>
      el('tr', {}, el('th', { scope: 'row', text: share }), ...times.map((text) => el('td', { text }))),
    ),
  ),
];

/**
 * @param {HTMLElement} container
 * @param {WhatIfContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountWhatIfView = (container, context) => new WhatIfView(container, context);
