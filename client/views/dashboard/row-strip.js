import { openWords } from '../strip/legend.js';
import { smallStrip } from '../strip/small.js';
import { stripOfRecord } from '../strip/strip-data.js';

/** All connections of a capture over time in little, once its verdict is known. */
export function rowStrip() {
  const { element, set } = smallStrip();
  return {
    element,
    /** @param {import('../../state/types.js').CaptureVerdict|null} verdict */
    update(verdict) {
      const record = verdict?.strip;
      set(record ? stripOfRecord(record) : null);
      const counts = record?.groups.map(({ name, count }) => ({ name, open: count })) ?? [];
      element.title = `Connections over time: ${openWords(counts)}`;
    },
  };
}
