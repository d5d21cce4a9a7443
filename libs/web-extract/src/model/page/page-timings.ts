/**
 * A stage of a page's pipeline, in their order: robots.txt, the turn at its host, the fetch (with redirects, retries and the wait for a
 * place), the conversion (with the wait for a thread), of which the last three are parts (reading, choosing the content, writing), the browser,
 * and what a model or the page's own data add.
 */
export type PageStage =
  'robots' | 'host' | 'fetch' | 'convert' | 'render' | 'extract' | 'read' | 'choose' | 'write';

/** Parts of the conversion. */
export type ConversionStage = Extract<PageStage, 'read' | 'choose' | 'write'>;

/** Where the time of a page went: milliseconds a stage, those of it that took place, and all of it. */
export interface PageTimings extends Readonly<Partial<Record<PageStage, number>>> {
  /** From the first stage to the last, and what lay between. */
  readonly total: number;
  /** Of the response, decompressed. */
  readonly bytes: number;
}
