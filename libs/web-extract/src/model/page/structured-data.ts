/**
 * JSON of {@link StructuredData}, up to a few megabytes. It is passed between threads as text: cloning
 * objects would block each of them.
 */
export type StatedJson = string;

/** Machine-readable data of a page. Plain data. */
export interface StructuredData {
  /** JSON-LD, microdata and RDFa, in document order. */
  readonly items: readonly StatedItem[];
  /** Tables with a header row, cells as text. */
  readonly tables: readonly StatedTable[];
  /** Definition lists, two-column tables and lines such as `Label: value`. */
  readonly pairs: readonly StatedPair[];
  /** Text of the first `h1`. */
  readonly heading: string | null;
}

/** An object described by the page, with the property names of its vocabulary (usually schema.org). */
export interface StatedItem {
  readonly syntax: 'JSON-LD' | 'microdata' | 'RDFa';
  readonly value: Readonly<Record<string, unknown>>;
}

export interface StatedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface StatedPair {
  readonly name: string;
  readonly value: string;
}
