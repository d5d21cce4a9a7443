/**
 * JSON of {@link StructuredData}, some megabytes at most. Threads pass it on unread: as objects it would hold up each one that
 * it crosses.
 */
export type StatedJson = string;

/** What a page states about itself in a form that programs read. Plain data. */
export interface StructuredData {
  /** JSON-LD, microdata and RDFa, in document order. */
  readonly items: readonly StatedItem[];
  /** Tables with a head, cells as text. */
  readonly tables: readonly StatedTable[];
  /** Definition lists, two-column tables and lines such as `Label: value`. */
  readonly pairs: readonly StatedPair[];
  /** Text of the first `h1`. */
  readonly heading: string | null;
}

/** A thing described by the page, its properties under the names of its vocabulary (schema.org, mostly). */
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
