/** What a capture would have cost under other conditions: sliders, the answer, and both courses on one axis. */
import { el, fill, setText } from '../../base/dom.js';
import { formatSeconds } from '../../base/format.js';
import { beforePaint, debounce } from '../../base/frame.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../missing-page.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { sentenceOf } from '../../state/api.js';
import { comparePath } from '../../state/router.js';
import { whatIfControls } from './controls.js';
import { headlineOf } from './headline.js';
import { latestAnswer } from './latest-answer.js';
import { drawWhatIf, whatIfRows } from './plot.js';
import { waterfallPanel } from './waterfall-panel.js';

/** A slider's place goes into the URL once it rests for so long. */
const restMs = 120;

/**
 * @param {HTMLElement} container
 * @param {import('../../state/view-context.js').ViewContext & { captureId: string, onMissing: () => void }} context
 * @returns {import('../../state/types.js').View}
 */
export function mountWhatIfView(container, { captureId, api, theme, store, query, onQueryChange, navigate, onMissing }) {
  let { flow, ...settings } = query;
  /** @type {import('../../state/answer-types.js').Prediction|null} */
  let answer = null, answers = 0, assumed = '';
  let size = { width: 0, height: 0 };
  const writeUrl = debounce(restMs, () => onQueryChange(queryNow(), { replace: true }));
  const controls = whatIfControls({ onChange: (next) => {
    settings = next;
    writeUrl.call();
    asking.ask();
  } });
  const requests = waterfallPanel(() => theme.colours());
  const compare = button('Compare packet by packet', {
    onClick: () => void openBeside(), title: 'Puts the replay into the library as a capture, and opens both in the compare view',
  });
  const headline = el('p', { class: 'whatif-headline' }), other = el('p', { class: 'second', hidden: true }), trust = el('p', { class: 'second' });
  const assumptions = el('ul', { class: 'whatif-assumptions' }), table = el('table', { class: 'compare-table' });
  const layer = canvasLayer('plot-data'), plots = el('div', { class: 'whatif-plot' }, layer.canvas), problem = el('div', { class: 'messages' });
  const asItWas = button('As it was', { onClick: () => reset() });
  const granted = el('div', {}, el('h2', { class: 'side-title', text: 'Taken for granted' }), assumptions);
  layer.canvas.setAttribute('role', 'img');
  layer.canvas.setAttribute('aria-label', 'Acknowledged bytes over time, observed and predicted. The table below has the same figures.');
  const panel = el('aside', { class: 'whatif-panel', 'aria-label': 'Conditions', tabindex: 0 },
    el('h1', { class: 'view-title', text: 'What if' }),
    el('p', { class: 'second', text: `The ${query.flow === undefined ? 'capture' : 'connection'}’s own traffic, replayed packet by packet under other conditions.` }),
    controls.element, asItWas, granted);
  const main = el(
    'div', { class: 'whatif-main', hidden: true },
    el('div', { class: 'whatif-head' }, el('div', { role: 'status' }, headline, other, trust), compare), plots, requests.element, table,
  );
  container.append(el('div', { class: 'whatif' }, panel, el('div', { class: 'whatif-stage' }, problem, main)));

  const queryNow = () => ({ ...(flow === undefined ? {} : { flow }), ...settings });

  const asking = latestAnswer({
    fetchAnswer: (how, signal) => api.whatIf(captureId, queryNow(), { ...how, ahead: answer === null ? [] : controls.ahead() }, signal),
    onAnswer(next) {
      if (next.refusal !== undefined) return refuse(next.refusal);
      answer = next;
      controls.element.hidden = asItWas.hidden = granted.hidden = false;
      answers += 1;
      fill(problem);
      main.hidden = false;
      show(next);
      // A figure may be the same as before: so that it can be told when a move was answered.
      main.dataset.answers = String(answers);
    },
    onError: complain,
  });

  /** The replay becomes a capture, and both stand side by side. */
  async function openBeside() {
    compare.setAttribute('disabled', '');
    try {
      const { capture: { id } } = await api.openWhatIf(captureId, queryNow());
      navigate(comparePath([{ id: captureId, flow: flow === undefined ? null : Number(flow) }, { id, flow: null }]));
    } catch (error) {
      complain(error);
    } finally {
      compare.removeAttribute('disabled');
    }
  }

  function reset() {
    writeUrl.cancel();
    settings = {};
    onQueryChange(queryNow());
    asking.ask();
  }

  /** Where nothing was ever answered there is nothing to set. @param {string} why */
  function refuse(why) {
    fill(problem, messageBar({ kind: 'note', title: 'No answer', text: why }));
    main.hidden = true;
    controls.element.hidden = granted.hidden = answer === null;
    asItWas.hidden = Object.keys(settings).length === 0;
  }

  /** @param {unknown} error */
  function complain(error) {
    if (showMissing(container, error, { captureId, store, onMissing })) return;
    fill(problem, messageBar({ kind: 'failure', title: 'No answer', text: sentenceOf(error) }));
    main.hidden = answer === null;
  }

  /** @param {import('../../state/answer-types.js').Prediction} answer */
  function show(answer) {
    const { chained, assumptions: taken, observed, ways } = answer, said = headlineOf(answer, settings);
    fill(headline, el('strong', { text: said.strong }), el('span', { class: 'second', text: said.rest }));
    setText(
      other,
      chained === null
        ? ''
        : `${formatSeconds(chained.seconds)} if each request that came when a connection had become free needed the response before it, and not only the connection.`,
    );
    other.hidden = chained === null;
    setText(trust, said.trust);
    controls.update(observed, ways, settings);
    if (taken.join('\n') !== assumed) fill(assumptions, ...taken.map((text) => el('li', { text })));
    assumed = taken.join('\n');
    fill(table, el('caption', { class: 'side-title', text: 'When so much was acknowledged' }),
      el('thead', {}, el('tr', {}, ...['Share of the bytes', 'Observed', 'Predicted'].map((text) => el('th', { scope: 'col', text })))),
      el(
        'tbody', {},
        ...whatIfRows(answer).map(([share, ...times]) => el('tr', {}, el('th', { scope: 'row', text: share }), ...times.map((text) => el('td', { text })))),
      ));
    requests.show(answer);
    draw();
  }

  function draw() {
    const { width, height } = size, drawn = answer;
    if (!drawn || width === 0) return;
    const colours = theme.colours();
    layer.resize(width, height);
    layer.draw((renderer) => drawWhatIf(renderer, drawn, { width, height, colours, dataColour: drawn.observed.direction === 0 ? colours.c2s : colours.s2c }));
  }

  const drawAll = () => {
    draw();
    requests.draw();
  };
  const redraw = () => beforePaint(drawAll), observer = new ResizeObserver(() => {
    // Asked for here only: what is drawn with each answer need not wait for a layout.
    size = { width: plots.clientWidth, height: plots.clientHeight };
    redraw();
  });
  const stopTheme = theme.subscribe(redraw);
  observer.observe(plots);
  void document.fonts.ready.then(redraw);
  asking.ask();

  return {
    update(next) {
      writeUrl.cancel();
      ({ flow, ...settings } = next);
      asking.ask();
    },
    destroy() {
      asking.stop();
      writeUrl.cancel();
      observer.disconnect();
      requests.destroy();
      stopTheme();
    },
  };
}
