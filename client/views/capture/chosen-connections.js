/** Connections chosen in the table, to be compared, filtered to, copied or saved. */
import { flowText } from '../../../lib/shared/quic-flow.js';
import { el, setText } from '../../base/dom.js';
import { count, formatFlow } from '../../base/format.js';
import { button } from '../../components/button.js';
import { comparePath } from '../../state/router.js';
import { mostMembers } from '../compare/state.js';

/**
 * @param {{ captureId: string, onFilter: (text: string) => void, onChange: () => void }} given `onChange`: after each
 *   choice
 */
export function chosenConnections({ captureId, onFilter, onChange }) {
  /** @type {Set<number>} */
  const chosen = new Set();
  const words = el('span', { role: 'status' });
  const compare = el('a', { class: 'foot-action', text: 'Compare' });
  const element = el(
    'span',
    { class: 'foot-chosen', hidden: true },
    words,
    compare,
    button('Filter to them', { kind: 'quiet', onClick: () => onFilter(filter()) }),
    button('Filter them out', { kind: 'quiet', onClick: () => onFilter(`!(${filter()})`) }),
    button('Clear', { kind: 'quiet', onClick: () => set([...chosen], false) }),
  );

  const filter = () =>
    `flow in {${[...chosen]
      .sort((a, b) => a - b)
      .map(flowText)
      .join(', ')}}`;

  /** @param {number[]} flows @param {boolean} isChosen */
  function set(flows, isChosen) {
    for (const flow of flows) {
      if (isChosen) chosen.add(flow);
      else chosen.delete(flow);
    }
    element.hidden = chosen.size === 0;
    setText(words, `${count(chosen.size, 'connection')} chosen`);
    compare.hidden = chosen.size > mostMembers;
    compare.href = comparePath([...chosen].map((flow) => ({ id: captureId, flow })));
    onChange();
  }

  return {
    element,
    /** "": none is chosen. */
    get filter() {
      return chosen.size === 0 ? '' : filter();
    },
    /** @param {number} flow */
    has: (flow) => chosen.has(flow),
    set,
  };
}

/** @typedef {ReturnType<typeof chosenConnections>} ChosenConnections */

/**
 * The check box of a row, in its margin.
 * @param {{ chosen: ChosenConnections, onChoose: (flow: number, isChosen: boolean, isRange: boolean) => void }} given
 *   `isRange`: up to here, with Shift
 */
export function chooseBox({ chosen, onChoose }) {
  let flow = -1;
  const element = el('input', {
    type: 'checkbox',
    class: 'check row-choose',
    tabindex: -1,
    on: { click: ({ shiftKey }) => onChoose(flow, element.checked, shiftKey) },
  });
  return {
    element,
    /** @param {import('../../state/types.js').ConnectionRow | null} row */
    update(row) {
      element.hidden = row === null;
      if (row === null) return;
      if (row.flow !== flow) element.setAttribute('aria-label', `Choose connection ${formatFlow(row.flow)}`);
      flow = row.flow;
      element.checked = chosen.has(flow);
    },
  };
}
