/** @param {string} name of the capture @param {{ flow: number|null, settings: string[] }} asked */
export function replayName(name, { flow, settings }) {
  return `${name.replace(/\.\w{1,7}$/, '')}${flow === null ? '' : `, connection ${flow}`}, ${settings.length === 0 ? 'replayed as it was' : `what if ${settings.join(' ').replaceAll('=', ' ')}`}`;
}
