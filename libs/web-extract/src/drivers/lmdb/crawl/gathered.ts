import type { MergedData } from '../../../model/extraction/merging.js';
import type { CrawlDatabase } from '../storage/crawl-database.js';

/** Position of the result of an extract job, after its pages. */
export const GATHERED = 'gathered';

export function readGathered({ results }: CrawlDatabase, n: number): MergedData | null {
  const json = results.get([n, GATHERED]);
  return json ? (JSON.parse(json.toString()) as MergedData) : null;
}
