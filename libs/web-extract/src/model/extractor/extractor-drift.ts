import type { ObservedFields } from './extractor-run.js';

/** Pages without a value, of a number of pages. */
export interface AbsenceRate {
  readonly pages: number;
  readonly absent: number;
  /** Pages of `absent` whose value was invalid or contradictory. @default 0 */
  readonly wrong?: number;
}

/** Normal absence in a template: learning pages and the first good runs (at most 20). */
export interface TemplateBaseline {
  /** By field path of the program. */
  readonly fields: Readonly<Record<string, AbsenceRate & { readonly required: boolean }>>;
}

/** Normal absence by template id. */
export type DriftBaseline = Readonly<Record<string, TemplateBaseline>>;

/** A page of the window of drift detection, oldest first. Pages with errors or quality flags are not recorded. */
export interface WindowPage {
  readonly template: string | null;
  readonly observed: ObservedFields;
}

/** A field that has drifted. */
export interface DriftedField {
  readonly path: string;
  /** Pages of the window without a valid value. */
  readonly missing: number;
  readonly pages: number;
  /** Expected number of pages without a value. */
  readonly expected: number;
}

/** Fields of a template that have drifted; `template` null: pages of unknown templates, which count for all fields. */
export interface TemplateDrift {
  readonly template: string | null;
  readonly fields: readonly DriftedField[];
}
