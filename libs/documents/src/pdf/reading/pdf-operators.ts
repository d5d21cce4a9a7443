/** A chunk of a page's operators: `argsArray[i]` belongs to `fnArray[i]`. */
export interface PdfOperators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
}
