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
/** Groups whose requests read pages: without `formats` they return markdown. */
const READING: ReadonlySet<string> = new Set(['scrape', 'parse', 'crawl', 'batch', 'monitor']);
/** Fields of v0 that ask for a format. */
const FORMATS_OF_V0 = { includeHtml: 'html', includeRawHtml: 'rawHtml', screenshot: 'screenshot', fullPageScreenshot: 'screenshot' }; // prettier-ignore

/** The group of a route; null for those that every key may use, such as accounts. */
export function groupOf(path: string): EndpointGroup | null {
  const [, first = ''] = /^\/?(?:v\d\/)?([^/]*)/.exec(path) ?? [];
  const name = OTHER_GROUPS.get(first) ?? first;
  return ENDPOINT_GROUPS.find((group) => group === name) ?? null;
}

/** @throws KeyNotAllowedError if the scope of a key excludes the group */
export function requireGroup(scope: KeyScope | undefined, group: EndpointGroup): void {
  if (scope?.endpoints && !scope.endpoints.includes(group))
    throw new KeyNotAllowedError(`endpoints of ${group}`, scope);
}

/**
 * @param group the group of the request, or the name of a tool
 * @throws KeyNotAllowedError if the scope of a key excludes a format of a body
 */
export function requireFormats(scope: KeyScope | undefined, group: string, body: unknown): void {
  const allowed = scope?.formats;
  if (!allowed) return;
  const refused = formatsOf(body, READING.has(group)).find((name) => !allowed.includes(name));
  if (refused !== undefined) throw new KeyNotAllowedError(`the format ${refused.slice(0, 100)}`, scope);
}

function formatsOf(body: unknown, isReading: boolean): string[] {
  if (!isJsonObject(body)) return isReading ? ['markdown'] : [];
  const { formats, scrapeOptions, options, targets, pageOptions, extractorOptions } = body;
  if (Array.isArray(targets)) return targets.flatMap((target) => formatsOf(target, true));
  const inner = [scrapeOptions, options].find(isJsonObject);
  if (formats === undefined && inner) return formatsOf(inner, true);
  const older = [
    ...(isJsonObject(pageOptions) ? Object.entries(FORMATS_OF_V0).filter(([field]) => pageOptions[field]).map(([, name]) => name) : []), // prettier-ignore
    ...(isJsonObject(extractorOptions) && extractorOptions['mode'] !== 'markdown' ? ['json'] : []),
  ];
  const named = Array.isArray(formats) ? formats.map(nameOf) : [];
  return [...older, ...(named.length === 0 && isReading ? ['markdown'] : named)];
}

/** A format of v1 or v2 as v2 names it. */
function nameOf(entry: unknown): string {
  const type = isJsonObject(entry) ? entry['type'] : entry;
  const [name = ''] = String(type).split('@');
  return name === OTHER_NAME_OF_JSON ? 'json' : name;
}
