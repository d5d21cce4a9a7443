import type { JsonSchema, ModelUsage } from '../extraction/extraction.js';
import type { ExampleSource, ExtractorProgram, LearnProblemReason } from './extractor-program.js';
import type { ExtractorPage } from './extractor-run.js';

/** Values of a page, in the shape of the schema. A field of the schema that is left out (or null) is absent from the page. */
export interface PageExample {
  readonly source: ExampleSource;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LearningPage extends ExtractorPage {
  /** Examples of the user and of the model. Stated data is read from the page itself. */
  readonly examples: readonly PageExample[];
}

/** Structured-cloneable. */
export interface LearnRequest {
  readonly schema: JsonSchema;
  /** At least 2 pages. */
  readonly pages: readonly LearningPage[];
  /** Sources whose examples count. @default all */
  readonly sources?: readonly ExampleSource[];
  /** Program to extend: its templates are kept, and those of the pages are replaced or added. */
  readonly program?: ExtractorProgram;
  /** Id of a new program. @default an empty text */
  readonly id?: string;
}

export interface LearnProblem {
  /** JSON Pointer with `*` for items. */
  readonly path: string;
  readonly reason: LearnProblemReason;
  readonly source: ExampleSource;
}

export interface LearnedPage {
  readonly url: string;
  /** Id of the template that was learned from the page; null: none, because a template needs two pages. */
  readonly template: string | null;
  /** Sources with at least one example that was used. */
  readonly sources: readonly ExampleSource[];
  readonly problems: readonly LearnProblem[];
}

/** `program.templates` is empty if nothing was learned. Its version is 1, or that of `program` + 1. */
export interface LearnReport {
  readonly program: ExtractorProgram;
  /** In the order of the request. */
  readonly pages: readonly LearnedPage[];
}

/** A page to heal from. */
export interface HealingPage extends ExtractorPage {
  /**
   * Last good values of the page by top-level property, as recorded from `data` of a run: `{ name: 'Lamp', variants: [{…}] }`.
   * A property without a recorded value is left out.
   */
  readonly last: Readonly<Record<string, unknown>>;
  /** Answer of a model for the fields of `relearn`. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** Structured-cloneable. */
export interface HealRequest {
  readonly program: ExtractorProgram;
  /** Read again now. */
  readonly pages: readonly HealingPage[];
  /**
   * Paths of fields that are learned from the answers of a model, on the pages that have one. @default fields are learned from the last
   * values
   */
  readonly relearn?: readonly string[];
}

export type HealRefusal =
  | 'too-few-pages'
  | 'ambiguous'
  /** The last values are not on the pages any more. */
  | 'not-on-page'
  /** The last values are there, but another place of the field still has other values. */
  | 'values-changed';

export interface RefusedField {
  readonly path: string;
  readonly reason: HealRefusal;
}

export interface HealReport {
  /** The next version; null if nothing was healed. */
  readonly program: ExtractorProgram | null;
  /** Paths with `*` for items. */
  readonly healed: readonly string[];
  readonly refused: readonly RefusedField[];
  /** Numbers of pages for questions to a model about the refused fields: of one layout, at most 4. */
  readonly ask: readonly number[];
}

/** Token usage of the questions to the model while learning. */
export type LearnUsage = ModelUsage;
