import { SearchFailedError } from '../../model/errors.js';
import type { SearchAnswer, SearchHit } from '../../model/search/search.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';

const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 2_000;
const MAX_DATE_CHARS = 100;

/** Hints on how to fix a rejected request, by status code. */
const ADVICE: Readonly<Record<number, string>> = {
  403: '; json must be among the search.formats of its settings',
  429: '; its limiter must let this client pass',
};

/** The result list is empty because engines did not answer. */
export class EnginesFailedError extends SearchFailedError {}

interface Reply {
  readonly results: readonly unknown[];
  readonly unresponsive: readonly string[];
}

/**
 * Parses one page of results.
 * @throws SearchFailedError if the response is not a result page, or is empty because engines did not answer
 */
export function readReply({ statusCode, body }: FetchResponse, pageNumber: number): SearchAnswer {
  if (statusCode !== 200)
    throw new SearchFailedError(`SearXNG answered ${statusCode}${ADVICE[statusCode] ?? ''}`);
  const { results, unresponsive } = parse(body);
  const hits = results.map(toHit).filter((hit) => hit !== null);
  if (unresponsive.length === 0) return { hits, warnings: [] };
  const names = unresponsive.join(', ');
  if (hits.length === 0 && pageNumber === 1)
    throw new EnginesFailedError(`no engine of SearXNG answered (${names})`);
  return { hits, warnings: [`Some engines of SearXNG did not answer (${names})`] };
}

function parse(body: Uint8Array): Reply {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    throw new SearchFailedError('the answer of SearXNG is not JSON', { cause: error });
  }
  const { results, unresponsive_engines: engines } = (json ?? {}) as Record<string, unknown>;
  if (!Array.isArray(results)) throw new SearchFailedError('the answer of SearXNG has no results');
  return { results, unresponsive: Array.isArray(engines) ? engines.map(nameOf) : [] };
}

/** `[name, reason]`, or the name alone. */
function nameOf(engine: unknown): string {
  const [name, reason] = Array.isArray(engine) ? (engine as unknown[]) : [engine];
  return typeof reason === 'string' ? `${String(name)}: ${reason}` : String(name);
}

/** Null for entries without a web address: answers, corrections, files of other protocols. */
function toHit(result: unknown): SearchHit | null {
  const { url, title, content, publishedDate } = (result ?? {}) as Record<string, unknown>;
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return null;
  return {
    url,
    title: textOf(title, MAX_TITLE_CHARS) || url,
    description: textOf(content, MAX_DESCRIPTION_CHARS),
    provider: 'searxng',
    ...(typeof publishedDate === 'string' ? { publishedAt: textOf(publishedDate, MAX_DATE_CHARS) } : {}),
    ...imageOf(result as Record<string, unknown>),
  };
}

/** The image itself in an image search, otherwise the thumbnail of the result. */
function imageOf({ img_src, thumbnail, resolution }: Record<string, unknown>): Pick<SearchHit, 'image'> {
  const url = [img_src, thumbnail].find(
    (source) => typeof source === 'string' && /^https?:\/\//i.test(source),
  );
  if (url === undefined) return {};
  const [, width, height] = /^\s*(\d{1,6})\s*[x×]\s*(\d{1,6})/i.exec(textOf(resolution, 50)) ?? [];
  const size = width && height ? { width: Number(width), height: Number(height) } : {};
  return { image: { url: url as string, ...size } };
}

function textOf(value: unknown, maxChars: number): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, maxChars) : '';
}
