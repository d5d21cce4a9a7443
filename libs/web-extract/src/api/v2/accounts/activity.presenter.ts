import { InvalidRequestError } from '../../../model/errors.js';
import type { ActivityPart, ActivityRange } from '../../../ports/stores/activity-log.port.js';
import { ENDPOINT_NAMES } from '../../activity/activity-recorder.js';

/** The query of `GET /v2/team/activity`. */
export interface ActivityQueryV2 {
  /** Requests to one endpoint only. */
  readonly endpoint?: 'scrape' | 'crawl' | 'batch_scrape' | 'map' | 'search' | 'extract' | 'parse';
  /** Maximum number of requests, 1 to 100. Default: 50. */
  readonly limit?: number;
  /** The `cursor` of the previous response. */
  readonly cursor?: string;
}

/** An accepted request. */
interface ActivityV2 {
  /** ID of the job or scrape. */
  readonly id: string;
  readonly endpoint: string;
  /** `v0`, `v1`, `v2`, or `r` for `GET /r`. */
  readonly api_version: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** URL (the first of several), query or file name; null with `zeroDataRetention`. */
  readonly target: string | null;
}

/** Accepted requests of the caller. */
export interface ActivityReplyV2 {
  readonly success: true;
  readonly data: readonly ActivityV2[];
  /** Cursor of the next part; null if there is none. */
  readonly cursor: string | null;
  readonly has_more: boolean;
}

const COUNT = { least: 1, most: 100, default: 50 };
const MAX_CURSOR_CHARS = 100;

/** @throws InvalidRequestError */
export function toActivityRange({
  endpoint,
  limit,
  cursor,
}: Readonly<Record<string, unknown>>): Omit<ActivityRange, 'sinceMs'> {
  return { after: toCursor(cursor), count: toCount(limit), ...toEndpoint(endpoint) };
}

function toCount(limit: unknown): number {
  if (limit === undefined) return COUNT.default;
  const count = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : NaN;
  if (count >= COUNT.least && count <= COUNT.most) return count;
  throw InvalidRequestError.at(['limit'], { code: 'integer-range', least: COUNT.least, most: COUNT.most });
}

function toCursor(cursor: unknown): string | null {
  if (cursor === undefined || cursor === '') return null;
  if (typeof cursor === 'string' && cursor.length <= MAX_CURSOR_CHARS) return cursor;
  throw InvalidRequestError.at(['cursor'], { code: 'cursor' });
}

function toEndpoint(endpoint: unknown): Pick<ActivityRange, 'endpoint'> {
  if (endpoint === undefined) return {};
  if (typeof endpoint === 'string' && ENDPOINT_NAMES.includes(endpoint)) return { endpoint };
  const reason = `must be one of ${ENDPOINT_NAMES.join(', ')}`;
  throw InvalidRequestError.at(['endpoint'], { code: 'contradiction', reason });
}

/** @param part requests of one owner */
export function presentActivity({ activities, hasMore }: ActivityPart): ActivityReplyV2 {
  return {
    success: true,
    data: activities.map(({ id, endpoint, version, createdAt, target }) => ({
      id,
      endpoint,
      api_version: version,
      created_at: new Date(createdAt).toISOString(),
      target,
    })),
    cursor: hasMore ? (activities.at(-1)?.key ?? null) : null,
    has_more: hasMore,
  };
}
