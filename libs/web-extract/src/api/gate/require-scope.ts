import { KeyNotAllowedError } from '../../model/errors.js';
import {
  ENDPOINT_GROUPS,
  OTHER_NAME_OF_JSON,
  type EndpointGroup,
  type KeyScope,
} from '../../model/keys/key-scope.js';
import { isJsonObject } from '../bodies/json-object.js';

/** First segments of paths that belong to a group of another name. */
const OTHER_GROUPS: ReadonlyMap<string, EndpointGroup> = new Map<string, EndpointGroup>([
  ['crawlWebsitePreview', 'crawl'],
  ['history', 'changes'],
  ['sessions', 'scrape'],
  ['extractors', 'extract'],
  ['r', 'scrape'],
]);
/** First segments of paths that every key may use: accounts, keys and health. */
const OF_ALL: ReadonlySet<string> = new Set(['', 'team', 'keys', 'keyAuth', 'concurrency-check', 'health']);
/** Groups whose requests read pages: without `formats` they return markdown. */
const READING: ReadonlySet<string> = new Set(['scrape', 'parse', 'crawl', 'batch', 'monitor']);
/** Fields of v0 that ask for a format. */
const FORMATS_OF_V0 = { includeHtml: 'html', includeRawHtml: 'rawHtml', screenshot: 'screenshot', fullPageScreenshot: 'screenshot' }; // prettier-ignore
/** What actions return, as formats; the value of a script may be anything of the page. */
const FORMATS_OF_ACTIONS: ReadonlyMap<unknown, string> = new Map([
  ['screenshot', 'screenshot'],
  ['pdf', 'screenshot'],
  ['scrape', 'rawHtml'],
  ['executeJavascript', 'rawHtml'],
]);
/** Depth of options within options, such as those of the pages of a crawl of a target. */
const MAX_DEPTH = 4;

/** A route as keys are limited to it. */
export interface ScopedRoute {
  /** Null for routes that every key may use, such as accounts. */
  readonly group: EndpointGroup | 'other' | null;
  /** True for routes of v0, which always return markdown. */
  readonly isV0: boolean;
}

/**
 * The group of a route; `other` for a route of no group: keys that are limited to endpoints may not use it.
 * @param path the path below the prefix of the registration
 */
export function scopedRoute(path: string): ScopedRoute {
  const [, version, first = ''] = /^\/?(?:(v\d)\/)?([^/]*)/.exec(path) ?? [];
  const isV0 = version === 'v0';
  if (OF_ALL.has(first)) return { group: null, isV0 };
  const name = OTHER_GROUPS.get(first) ?? first;
  return { group: ENDPOINT_GROUPS.find((group) => group === name) ?? 'other', isV0 };
}

/** @throws KeyNotAllowedError if the scope of a key excludes the group */
export function requireGroup(scope: KeyScope | undefined, group: EndpointGroup | 'other'): void {
  if (scope?.endpoints && !(scope.endpoints as readonly string[]).includes(group))
    throw new KeyNotAllowedError(group === 'other' ? 'this endpoint' : `endpoints of ${group}`, scope);
}

/**
 * Formats are looked for wherever a body may name them, whether the request uses that place or not.
 * @param group the group of the request, or the name of a tool
 * @throws KeyNotAllowedError if the scope of a key excludes a format of a body
 */
export function requireFormats(
  scope: KeyScope | undefined,
  { group, isV0 = false }: { readonly group: string; readonly isV0?: boolean },
  body: unknown,
): void {
  const allowed = scope?.formats;
  if (!allowed) return;
  const asked = new Set([
    ...namesIn(body, MAX_DEPTH),
    ...(isV0 || placesOf(group, body).some(namesNoFormat) ? ['markdown'] : []),
  ]);
  const refused = [...asked].find((name) => !allowed.includes(name));
  if (refused !== undefined) throw new KeyNotAllowedError(`the format ${refused.slice(0, 100)}`, scope);
}

/** Where a request of a group names the formats of its pages. */
function placesOf(group: string, body: unknown): readonly unknown[] {
  const fields = isJsonObject(body) ? body : {};
  const { scrapeOptions, options, targets } = fields;
  if (group === 'crawl') return [scrapeOptions];
  if (group === 'monitor') {
    if (Array.isArray(targets)) return targets.map(optionsOfTarget);
    return ['page', 'pages', 'scrapeOptions'].some((name) => name in fields) ? [scrapeOptions] : [];
  }
  if (group === 'parse') return [isJsonObject(options) ? options : fields];
  if (READING.has(group)) return [fields];
  return isJsonObject(scrapeOptions) ? [scrapeOptions] : [];
}

function optionsOfTarget(target: unknown): unknown {
  if (!isJsonObject(target)) return undefined;
  const { type, scrapeOptions, crawlOptions } = target;
  if (type === 'search') return { formats: ['markdown'] };
  return scrapeOptions ?? (isJsonObject(crawlOptions) ? crawlOptions['scrapeOptions'] : undefined);
}

const namesNoFormat = (place: unknown): boolean =>
  !isJsonObject(place) || !Array.isArray(place['formats']) || place['formats'].length === 0;

/** Formats that options and the options within them name. */
function namesIn(value: unknown, depth: number): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, depth - 1));
  if (!isJsonObject(value) || depth < 0) return [];
  const { formats, actions, pageOptions, extractorOptions, scrapeOptions, crawlOptions, options, targets } =
    value;
  const inner = [scrapeOptions, crawlOptions, options, targets].flatMap((one) => namesIn(one, depth - 1));
  return [
    ...inner,
    ...(Array.isArray(formats) ? formats.map(nameOf) : []),
    ...(Array.isArray(actions) ? actions.flatMap(formatOfAction) : []),
    ...(isJsonObject(pageOptions) ? Object.entries(FORMATS_OF_V0).filter(([field]) => pageOptions[field]).map(([, name]) => name) : []), // prettier-ignore
    ...(isJsonObject(extractorOptions) && extractorOptions['mode'] !== 'markdown' ? ['json'] : []),
  ];
}

function formatOfAction(action: unknown): readonly string[] {
  const format = FORMATS_OF_ACTIONS.get(isJsonObject(action) ? action['type'] : undefined);
  return format === undefined ? [] : [format];
}

/** A format of v1 or v2 as v2 names it. */
function nameOf(entry: unknown): string {
  const type = isJsonObject(entry) ? entry['type'] : entry;
  const [name = ''] = String(type).split('@');
  return name === OTHER_NAME_OF_JSON ? 'json' : name;
}
