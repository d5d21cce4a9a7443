/**
 * A stage of a page's pipeline, in order: robots.txt, the request slot of the host, the fetch (including
 * redirects, retries and the queue), the conversion (including the queue of a thread), its three parts
 * (reading, selecting the content, writing), the browser, and the values added by a model or from structured
 * data.
 */
export type PageStage =
  'robots' | 'host' | 'fetch' | 'convert' | 'render' | 'extract' | 'read' | 'choose' | 'write';

/** The parts of the conversion. */
export type ConversionStage = Extract<PageStage, 'read' | 'choose' | 'write'>;

/** Timings of a page: milliseconds of each stage that ran, and in total. */
export interface PageTimings extends Readonly<Partial<Record<PageStage, number>>> {
  /** From the start of the first stage to the end of the last, including gaps. */
  readonly total: number;
  /** Decompressed size of the response in bytes. */
  readonly bytes: number;
}
