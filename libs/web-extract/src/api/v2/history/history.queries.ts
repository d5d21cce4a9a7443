import { InvalidRequestError } from '../../../model/errors.js';
import type { Asked } from '../../bodies/body.js';
import { MAX_TAG_CHARS } from '../../fields/change-tracking.fields.js';
import { MAX_URL_CHARS } from '../../fields/page.fields.js';

/** Selection of the data to delete; without fields all data of the caller. */
export interface ForgetQueryV2 {
  /** Tag of the history. */
  readonly tag?: string;
  /** Address of a page. */
  readonly url?: string;
  /** Pages that were read with this session. */
  readonly session?: string;
}

/** Selection of a page. */
export interface PageHistoryQueryV2 {
  /** Address of the page. */
  readonly url: string;
  /** Tag of the history. Default: the history without a tag. */
  readonly tag?: string;
  /** The history of pages read with this session. */
  readonly session?: string;
}

/** Selection of two texts of a page. */
export interface HistoryDiffQueryV2 extends PageHistoryQueryV2 {
  /** Fingerprint of the older text; absent: the one before `to`. */
  readonly from?: string;
  /** Fingerprint of the newer text; absent: the newest. */
  readonly to?: string;
}

const MAX_CHARS = { tag: MAX_TAG_CHARS, url: MAX_URL_CHARS, from: 128, to: 128, session: 64 } as const;

type Parameter = keyof typeof MAX_CHARS;

/** Reads parameters that may be absent. An unreadable parameter is refused, because an absent one selects more. @throws InvalidRequestError */
export function readParameters(query: Asked<object>, names: readonly Parameter[]) {
  const unknown = Object.keys(query).find((name) => !names.includes(name as Parameter));
  if (unknown !== undefined)
    throw InvalidRequestError.at([unknown.slice(0, 60)], {
      code: 'contradiction',
      reason: 'is not a parameter of this request',
    });
  const read = names.map((name) => [name, textOf(query as Record<string, unknown>, name)] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<
    Record<Parameter, string>
  >;
}

/** Reads parameters that select a page. @throws InvalidRequestError */
export function readPageParameters(query: Asked<object>, names: readonly Parameter[] = []) {
  const { url, ...rest } = readParameters(query, ['url', 'tag', 'session', ...names]);
  if (url === undefined) throw InvalidRequestError.at(['url'], { code: 'text', mostChars: MAX_CHARS.url });
  return { url, ...rest };
}

function textOf(query: Record<string, unknown>, name: Parameter): string | undefined {
  const value = query[name]; // a list if it occurs twice
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= MAX_CHARS[name]) return value;
  throw InvalidRequestError.at([name], { code: 'text', mostChars: MAX_CHARS[name] });
}
