import type { LocatorKind } from './extractor-program.js';

/** Why a field has no value. */
export type MissingReason =
  | 'unknown-template'
  /** The field was not learned for this template. */
  | 'not-learned'
  | 'not-found'
  | 'locators-disagree'
  | 'not-unique'
  | 'invalid-value'
  | 'unseen-text'
  /** The page or the time of the run exceeds a limit. */
  | 'limit';

export interface MissingField {
  /** JSON Pointer; items that were found have their number: `/variants/1/price`. */
  readonly path: string;
  readonly reason: MissingReason;
  /** True if the field was also absent from pages while learning. */
  readonly optional?: boolean;
}

/** Proof of a value. */
export interface ExtractorEvidence {
  /** JSON Pointer. */
  readonly path: string;
  readonly locator: LocatorKind;
  /** Occurs in the page. */
  readonly quote: string;
}

/** Outcome of a field on a page, for drift detection. */
export type FieldOutcome = 'present' | 'missing' | 'invalid' | 'disagreeing' | 'unseen-text';

/**
 * Outcome by field path of the program (with `*`): scalar fields, lists, and fields of items (`present` if at least one item
 * has a value; absent from the record if the list is empty). Empty if the template is unknown.
 */
export type ObservedFields = Readonly<Record<string, FieldOutcome>>;

/** Result of a program on a page. Plain data. */
export interface ExtractorResult {
  /** Id of the template; null: the page is of no known template. */
  readonly template: string | null;
  /** Absent fields are left out. */
  readonly data: Readonly<Record<string, unknown>>;
  /** True if all required fields have a value. */
  readonly valid: boolean;
  readonly missing: readonly MissingField[];
  readonly evidence: readonly ExtractorEvidence[];
  readonly observed: ObservedFields;
}

/** A page to run a program on. */
export interface ExtractorPage {
  readonly url: string;
  readonly html: string;
}
