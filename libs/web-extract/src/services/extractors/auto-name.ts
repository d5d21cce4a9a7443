import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import { parseUrl } from '../../web/url/parse-url.js';

/** Name of the extractor that jobs learn for a site and a schema. */
export function autoName(url: string, schema: JsonSchema): string {
  const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16);
  return `auto:${hostOf(url).slice(0, 120)}:${hash}`;
}

/** Host of a page, with its port. */
export const hostOf = (url: string): string => parseUrl(url)?.host ?? '';
