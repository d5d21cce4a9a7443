import type { JsonSchema } from '../../model/extraction/extraction.js';
import type { PageChange, TrackingRequest } from '../../model/page/page-change.js';
import { defined } from '../defined.js';
import type { ChangeTrackingFields } from '../fields/change-tracking.fields.js';

/** Change of a page since its last visit. */
export interface ChangeTrackingReply {
  /** ISO 8601; null at the first visit. */
  readonly previousScrapeAt: string | null;
  readonly changeStatus: PageChange['status'];
  /** `hidden`: known from an earlier crawl and no longer linked. */
  readonly visibility: PageChange['visibility'];
  /** The lines that differ, for changed pages with the mode `git-diff`. */
  readonly diff?: PageChange['diff'];
  /** The fields that differ, for changed pages with the mode `json`. */
  readonly json?: PageChange['fields'];
  /** The text differs only in what `ignoreNoise` ignores. */
  readonly noise?: true;
}

export function toTracking(fields: ChangeTrackingFields): TrackingRequest {
  const { modes, tag, schema, prompt, onlyChanged, ignoreNoise } = fields;
  const hasFields = schema !== undefined || prompt !== undefined;
  const wanted = defined({ schema: schema as JsonSchema | undefined, prompt });
  return {
    ...defined({ modes, tag: tag ?? undefined, onlyChanged, ignoreNoise }),
    ...(hasFields ? { fields: wanted } : {}),
  } as TrackingRequest;
}

export function presentChange(change: PageChange | undefined): {
  readonly changeTracking?: ChangeTrackingReply;
} {
  if (!change) return {};
  const { previousAt, status, visibility, diff, fields, noise } = change;
  return {
    changeTracking: {
      previousScrapeAt: previousAt,
      changeStatus: status,
      visibility,
      ...defined({ diff, json: fields, noise }),
    },
  };
}
