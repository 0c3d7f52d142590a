// Where the segments of each direction begin and end, taken down as their packets are gathered, which is while the capture is read as a rule: when a
// connection is judged, what cells.ts needs is there.
import { Chain, addF64, addI32, newChain, rewind } from "./chain";
import { take } from "./scratch";

@unmanaged
export class Edges {
  /** The highest so far. */
  top: f64;
  /** Packets that use sequence space, i32. */
  users: Chain;
  /** Edges that lay above all before them, f64; and those that lay below. */
  ordered: Chain;
  late: Chain;
}

let ofClient: Edges = changetype<Edges>(0);
let ofServer: Edges = changetype<Edges>(0);

/** Begins anew, with none. */
export function beginEdges(): void {
  ofClient = newEdges();
  ofServer = newEdges();
}

/** Forgets all. */
export function dropEdges(): void {
  drop(ofClient);
  drop(ofServer);
}

/** @param direction 0: the client's data */
export function edgesOf(direction: i32): Edges { return direction ? ofServer : ofClient; }

/** A packet of a direction uses sequence space. @param i the packet */
export function noteEdges(direction: i32, i: i32, start: f64, end: f64): void {
  const edges = edgesOf(direction);
  addI32(edges.users, i);
  note(edges, start);
  note(edges, end);
}

// @ts-ignore: decorator
@inline
function note(edges: Edges, edge: f64): void {
  if (edge > edges.top) {
    addF64(edges.ordered, edge);
    edges.top = edge;
  } else if (edge < edges.top) addF64(edges.late, edge);
}

function newEdges(): Edges {
  const edges = changetype<Edges>(take(offsetof<Edges>()));
  edges.users = newChain();
  edges.ordered = newChain();
  edges.late = newChain();
  edges.top = -Infinity;
  return edges;
}

function drop(edges: Edges): void {
  rewind(edges.users);
  rewind(edges.ordered);
  rewind(edges.late);
  edges.top = -Infinity;
}
