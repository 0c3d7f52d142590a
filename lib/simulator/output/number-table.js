const ROWS_PER_PIECE = 4096;

/** Rows of so many numbers each, in pieces that never move. */
export class NumberTable {
  #columns;
  /** @type {Float64Array[]} */
  #pieces = [];
  #next = 0;
  /** The piece in which the row is that was added last. */
  cells = new Float64Array(0);

  /** @param {number} columns */
  constructor(columns) {
    this.#columns = columns;
  }

  /** @returns {number} where the new row begins in `cells`; it is all zeros */
  add() {
    if (this.#next === this.cells.length) {
      this.cells = new Float64Array(ROWS_PER_PIECE * this.#columns);
      this.#pieces.push(this.cells);
      this.#next = 0;
    }
    const row = this.#next;
    this.#next += this.#columns;
    return row;
  }

  /** @param {(cells: Float64Array, row: number) => void} see for each row: where it begins in the cells */
  each(see) {
    for (const piece of this.#pieces) {
      const end = piece === this.cells ? this.#next : piece.length;
      for (let row = 0; row < end; row += this.#columns) see(piece, row);
    }
  }
}
