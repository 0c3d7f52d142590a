import { readdirSync } from 'node:fs';

import { LAYER, OTHER } from '../../lib/packet/layers.js';
import { layerOfLinkType } from '../../lib/packet/next-layer.js';
import { nameOfLayer, READ } from '../../lib/packet/registry.js';

const FOLDERS = ['link', 'network', 'transport', 'tunnel'];
/** The ones `decoder.js` calls by itself, and parts of others. */
const NOT_REGISTERED = new Set(['decodeEthernet', 'decodeVlan', 'decodeIpv4', 'decodeIpv6', 'decodeSnap']);

/** @param {string} folder @returns {Promise<object[]>} */
const modulesOf = (folder) => {
  const url = new URL(`../../lib/packet/${folder}/`, import.meta.url);
  const names = readdirSync(url).filter((name) => name.endsWith('.js'));
  return Promise.all(names.map((name) => import(new URL(name, url).href)));
};

test('every decoder is registered', async () => {
  const modules = (await Promise.all(FOLDERS.map(modulesOf))).flat();
  const registered = new Set(READ.map(([, decode]) => decode));
  const decoders = modules.flatMap((module) => Object.entries(module)).filter(([name]) => /^decode[A-Z]/.test(name));
  expect(decoders.length).toBeGreaterThan(50);
  const forgotten = decoders.filter(([name, decode]) => !registered.has(decode) && !NOT_REGISTERED.has(name));
  expect(forgotten.map(([name]) => name)).toEqual([]);
});

test('no number announces two decoders', () => {
  const announced = READ.flatMap(([, , registration]) =>
    Object.entries(registration).flatMap(([kind, numbers]) => [numbers].flat().map((number) => `${kind} ${number}`)),
  );
  expect(announced.filter((number, index) => announced.indexOf(number) !== index)).toEqual([]);
});

test('every layer that a decoder names is registered, and names fit the tables', () => {
  const named = Object.values(LAYER).filter((layer) => layer !== LAYER.NONE);
  expect(named.filter((layer) => nameOfLayer(layer) === '')).toEqual([]);
  expect(READ.length).toBeLessThan(OTHER - 40);
  expect([layerOfLinkType(1), layerOfLinkType(147), layerOfLinkType(70000)]).toEqual([LAYER.ETHERNET, 0, 0]);
});
