import { releaseMemory } from '../../model/page/held-memory.js';

/** A response of Express, or a reply of Fastify. */
interface ClosingResponse {
  readonly raw?: ClosingResponse;
  once?(event: 'close', listener: () => void): unknown;
}

/** Releases the memory of all action results in an answer when its connection has taken it, or is closed. */
export function releaseWhenSent(response: object, body: unknown): void {
  const results = actionResultsIn(body);
  if (results.length === 0) return;
  const { raw = response as ClosingResponse } = response as ClosingResponse;
  raw.once?.('close', () => results.forEach(releaseMemory));
}

/** Action results of a scrape, and of the pages of a search, in the answers of all versions. */
export function actionResultsIn(body: unknown): readonly object[] {
  const data = field(body, 'data');
  const lists = Array.isArray(data) ? [data] : [[data], field(data, 'web'), field(data, 'news')];
  const pages = lists.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return pages.map((page) => field(page, 'actions')).filter((one) => typeof one === 'object' && one !== null);
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
