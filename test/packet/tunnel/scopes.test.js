import { MAX_SCOPES, Scopes, tunnelKind } from '../../../lib/packet/scopes.js';

const GENEVE = tunnelKind('geneve');
const VXLAN = tunnelKind('vxlan');

test('the same way in gives the same id', () => {
  const scopes = new Scopes();
  const vlan = scopes.enterVlan(0, 5);
  expect(scopes.enterVlan(0, 5)).toBe(vlan);
  expect(scopes.enterTunnel(vlan, VXLAN, 5)).not.toBe(scopes.enterTunnel(0, VXLAN, 5));
  expect(scopes.count).toBe(4);
});

test('beyond the limit packets keep the scope they had; what is known stays known', () => {
  const scopes = new Scopes();
  const ids = [];
  for (let vlan = 0; vlan < MAX_SCOPES; vlan++) ids.push(scopes.enterTunnel(0, GENEVE, vlan));
  expect(new Set(ids).size).toBe(MAX_SCOPES);
  expect(scopes.count).toBe(MAX_SCOPES);
  expect(scopes.overflowed).toBe(1);
  expect(scopes.enterVlan(ids[7], 9)).toBe(ids[7]);
  expect(scopes.enterTunnel(0, GENEVE, 4711)).toBe(ids[4711]);
  expect(scopes.describe(ids[4711])).toEqual({ vlans: [], tunnels: ['geneve 4711'] });
});

test('an unknown id is described as none', () => {
  expect(new Scopes().describe(3)).toEqual({ vlans: [], tunnels: [] });
  expect(new Scopes().describe(-1)).toEqual({ vlans: [], tunnels: [] });
});

test('searches stay short, whatever tunnels are chosen', () => {
  const networks = Array.from({ length: 2 ** 20 }, (_, network) => network);
  const ids = networks.filter((network) => unkeyedSlot(network) < 1024).slice(0, 4000);
  const scopes = new Scopes();
  for (let round = 0; round < 3; round++) for (const network of ids) scopes.enterTunnel(0, VXLAN, network);
  for (let parent = 1; parent <= 4000; parent++) scopes.enterVlan(parent, 7);
  expect(scopes.count).toBe(1 + 2 * ids.length);
  expect(scopes.detours).toBeLessThan(4 * ids.length);
});

/** Where a hash without a secret has a VXLAN, in a table of 2^18 slots. @param {number} network */
function unkeyedSlot(network) {
  const mixed = Math.imul((VXLAN << 24) | network, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & 0x3ffff;
}
