import type { ExtractorEvidence, MissingField } from './extractor-run.js';

/** How the data of a page was read by an extractor. */
export interface ExtractorUse {
  /** Null if nothing is learned yet. */
  readonly id: string | null;
  readonly version: number | null;
  readonly template: string | null;
  /** True if the data is that of a model. */
  readonly usedModel: boolean;
  readonly valid: boolean;
  readonly missing: readonly MissingField[];
  /** Absent unless requested. */
  readonly evidence?: readonly ExtractorEvidence[];
  /** Reason why the page has no data of its own, such as a bot check. */
  readonly error?: string;
}
