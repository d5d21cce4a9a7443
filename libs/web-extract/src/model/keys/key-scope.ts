import { requestedNames } from '../formats/select-formats.js';

/** Groups of endpoints that a key can be limited to. */
export const ENDPOINT_GROUPS = [
  'scrape', 'parse', 'crawl', 'batch', 'map', 'search', 'extract', 'monitor', 'changes', 'mcp',
] as const; // prettier-ignore
export type EndpointGroup = (typeof ENDPOINT_GROUPS)[number];

/** What a key may do. An absent list means everything. */
export interface KeyScope {
  /** Groups of endpoints; `changes` includes page histories and handlers, `scrape` sessions and the reader, `mcp` all tools. */
  readonly endpoints?: readonly EndpointGroup[];
  /** Names of formats, as in `formats` of requests. */
  readonly formats?: readonly string[];
}

/** Older clients ask for `json` by this name. */
export const OTHER_NAME_OF_JSON = 'extract';

/** Values of the lists of a scope. */
export const scopeNames = (): Readonly<Record<keyof KeyScope, readonly string[]>> => ({
  endpoints: ENDPOINT_GROUPS,
  formats: [...requestedNames().filter((name) => name !== OTHER_NAME_OF_JSON), 'changeTracking'],
});

/** Returns what is wrong with a scope, with its path; null if it is valid. */
export function problemOfScope(value: unknown): { readonly path: string; readonly message: string } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { path: '', message: 'must be an object with endpoints or formats' };
  const names = scopeNames();
  for (const [field, list] of Object.entries(value)) {
    const known = Object.hasOwn(names, field) ? names[field as keyof KeyScope] : undefined;
    if (!known) return { path: `.${field}`, message: 'is not known: use endpoints or formats' };
    if (list === undefined) continue;
    if (!Array.isArray(list) || list.length === 0 || !list.every((name) => known.includes(name as string)))
      return { path: `.${field}`, message: `must be a list of at least one of ${known.join(', ')}` };
  }
  return null;
}

/** True if a scope allows no more than another. */
export const isWithin = (scope: KeyScope, outer: KeyScope | undefined): boolean =>
  (['endpoints', 'formats'] as const).every((field) => {
    const most = outer?.[field] as readonly string[] | undefined;
    return most === undefined || scope[field]?.every((name) => most.includes(name)) === true;
  });
