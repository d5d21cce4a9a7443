import type { ExtractionRequest } from '../extraction/extraction.js';

/** Status of a page compared with its previous visit. */
export type ChangeStatus = 'new' | 'same' | 'changed' | 'removed';

/** `git-diff`: the lines that differ; `json`: the fields that differ. */
export type ChangeMode = 'git-diff' | 'json';

/** Options for tracking changes of a page. */
export interface TrackingRequest {
  /**
   * Name of a history; each owner and tag has its own. At most 256 characters, must not start with
   * `monitor:`. @default ''
   */
  readonly tag?: string;
  /** Details to report about a change in addition to its status. @default [] */
  readonly modes?: readonly ChangeMode[];
  /** Fields to compare in the mode `json`. */
  readonly fields?: Pick<ExtractionRequest, 'schema' | 'prompt' | 'extractor' | 'version' | 'record'>;
  /** Omit the text of unchanged pages from the result. @default false */
  readonly onlyChanged?: boolean;
  /**
   * Report pages that differ only in relative times, counters, update dates and URL tokens as `same`.
   * @default false
   */
  readonly ignoreNoise?: boolean;
}

/** A line of a diff. `content` starts with its sign. */
export interface DiffLine {
  readonly type: 'add' | 'del' | 'normal';
  readonly content: string;
}

/** Consecutive lines of a diff. */
export interface DiffChunk {
  /** The `@@` line. */
  readonly content: string;
  readonly changes: readonly DiffLine[];
}

/** The differences of one text. */
export interface DiffFile {
  readonly from: string;
  readonly to: string;
  readonly chunks: readonly DiffChunk[];
  readonly additions: number;
  readonly deletions: number;
}

/** The lines that differ between two texts. */
export interface TextDiff {
  /** A unified diff: applied to the previous text it produces the current one. */
  readonly text: string;
  readonly json: { readonly files: readonly DiffFile[] };
  /**
   * The texts are too large or too different to compare by line: all lines are reported as deleted and added.
   */
  readonly truncated?: true;
}

/** The values of a field that differs. */
export interface FieldChange {
  readonly previous: unknown;
  readonly current: unknown;
}

/** The result of tracking a page. */
export interface PageChange {
  /** ISO 8601; null on the first visit. */
  readonly previousAt: string | null;
  readonly status: ChangeStatus;
  /** `hidden`: known from an earlier crawl, but no longer linked. */
  readonly visibility: 'visible' | 'hidden';
  /** Present for changed pages in the mode `git-diff`. */
  readonly diff?: TextDiff;
  /** Present for changed pages in the mode `json`: the fields that differ, by name. */
  readonly fields?: Readonly<Record<string, FieldChange>>;
  /** In the mode `json`: the values of the fields on this visit. Not part of the stored verdict. */
  readonly values?: unknown;
  /** The text differs only in parts that `ignoreNoise` ignores. */
  readonly noise?: true;
}

/** Number of pages of a crawl by change status, and the traffic of the visits. */
export interface ChangeCounts {
  readonly new: number;
  readonly same: number;
  readonly changed: number;
  readonly removed: number;
  /** Also counted by their status. */
  readonly hidden: number;
  /** Received bytes, as sent over the wire. */
  readonly bytes: number;
  /** Wire bytes of stored bodies that were not sent again. */
  readonly bytesSaved: number;
  readonly requests: number;
}

export const NO_CHANGES: ChangeCounts = {
  new: 0,
  same: 0,
  changed: 0,
  removed: 0,
  hidden: 0,
  bytes: 0,
  bytesSaved: 0,
  requests: 0,
};
