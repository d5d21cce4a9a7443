import type { ExtractionRequest } from '../extraction/extraction.js';

/** What became of a page since its last visit. */
export type ChangeStatus = 'new' | 'same' | 'changed' | 'removed';

/** `git-diff`: the lines that differ; `json`: the fields that differ. */
export type ChangeMode = 'git-diff' | 'json';

/** How changes of a page are tracked. */
export interface TrackingRequest {
  /** Names a history; each owner and tag has its own. At most 256 characters, not beginning with `monitor:`. @default '' */
  readonly tag?: string;
  /** What is reported of a change besides its status. @default [] */
  readonly modes?: readonly ChangeMode[];
  /** Fields that are compared with the mode `json`. */
  readonly fields?: Pick<ExtractionRequest, 'schema' | 'prompt'>;
  /** Leave the text of unchanged pages out of the result. @default false */
  readonly onlyChanged?: boolean;
  /** Report pages that differ only in relative times, counters, update dates and tokens of addresses as `same`. @default false */
  readonly ignoreNoise?: boolean;
}

/** A line of a diff. `content` begins with its sign. */
export interface DiffLine {
  readonly type: 'add' | 'del' | 'normal';
  readonly content: string;
}

/** Lines of a diff that follow one another. */
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
  /** A unified diff: applied to the previous text it gives the current one. */
  readonly text: string;
  readonly json: { readonly files: readonly DiffFile[] };
  /** The texts are too large or too different to be compared line by line: all lines are deleted and added. */
  readonly truncated?: true;
}

/** The values of a field that differs. */
export interface FieldChange {
  readonly previous: unknown;
  readonly current: unknown;
}

/** The result of tracking a page. */
export interface PageChange {
  /** ISO 8601; null at the first visit. */
  readonly previousAt: string | null;
  readonly status: ChangeStatus;
  /** `hidden`: known from an earlier crawl, and not linked any more. */
  readonly visibility: 'visible' | 'hidden';
  /** Only of changed pages, with the mode `git-diff`. */
  readonly diff?: TextDiff;
  /** Only of changed pages, with the mode `json`: the fields that differ, by their names. */
  readonly fields?: Readonly<Record<string, FieldChange>>;
  /** The text differs, and only in what `ignoreNoise` ignores. */
  readonly noise?: true;
}

/** Pages of a crawl by what became of them, and what the visits cost. */
export interface ChangeCounts {
  readonly new: number;
  readonly same: number;
  readonly changed: number;
  readonly removed: number;
  /** Also counted by their status. */
  readonly hidden: number;
  /** Bytes received, as sent over the wire. */
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
