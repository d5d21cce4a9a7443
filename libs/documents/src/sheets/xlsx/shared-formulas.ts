import type { CellPlace } from '../sheet-grid.js';

/** A reference to a cell or to a whole row or column, each part optionally absolute. */
const REFERENCE = /("[^"]*"|'[^']*')|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w.(])/g;
/** Maximum number of formulas kept, and length of a formula shown. */
const MAX_FORMULAS = 10_000;
const MAX_FORMULA_CHARS = 1_000;
const LETTERS = 26;

/** Formulas of cells without a stored value. Cells can share the formula of another cell. */
export class SharedFormulas {
  private readonly formulas = new Map<string, { readonly formula: string; readonly place: CellPlace }>();

  /**
   * Text to show for a formula.
   *
   * @param id identifier of the shared formula; undefined if it is not shared
   */
  text(written: string, id: string | undefined, place: CellPlace): string {
    const formula = written.trim().slice(0, MAX_FORMULA_CHARS);
    const shared = formula === '' && id !== undefined ? this.formulas.get(id) : undefined;
    const own = shared ? shifted(shared.formula, shared.place, place) : formula;
    return own === '' ? '' : `=${own.replace(/_xl(?:fn|ws|udf)\./g, '')}`;
  }

  keep(formula: string, id: string, place: CellPlace): void {
    if (this.formulas.size < MAX_FORMULAS)
      this.formulas.set(id, { formula: formula.trim().slice(0, MAX_FORMULA_CHARS), place });
  }
}

/** Moves the relative references of a formula from one cell to another. */
function shifted(formula: string, from: CellPlace, to: CellPlace): string {
  return formula.replace(
    REFERENCE,
    (whole, quoted: string | undefined, fixed: string, column: string, fixedRow: string, row: string) => {
      if (quoted !== undefined) return whole;
      const letters = fixed === '$' ? column : columnName(columnNumber(column) + to.column - from.column);
      const number = fixedRow === '$' ? row : String(Number(row) + to.row - from.row);
      return fixed + letters + fixedRow + number;
    },
  );
}

function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0);
}

function columnName(number: number): string {
  let name = '';
  for (let left = Math.max(1, number); left > 0; left = Math.floor((left - 1) / LETTERS))
    name = String.fromCharCode(65 + ((left - 1) % LETTERS)) + name;
  return name;
}
