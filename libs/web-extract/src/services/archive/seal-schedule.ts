import type { SealBacklog } from '../../ports/stores/result-segments.port.js';

/** Packed pages of a segment in bytes. */
export const SEGMENT_BYTES = 4 * 1024 * 1024;
/** Pages as JSON that fill a segment when they are packed. */
const FULL_BYTES = 4 * SEGMENT_BYTES;
/** Rows of a segment: their pointers stay in the crawl store. */
const FULL_ROWS = 1_000;

/** Decides when a backlog is sealed: if it fills a segment, or its first result has waited. */
export class SealSchedule {
  /** Crawl → sealed rows, and the time at which a backlog after them was first seen. */
  private waiting = new Map<string, { readonly sealed: number; readonly since: number }>();

  constructor(private readonly sealAfterMs: number) {}

  /** Returns the backlogs to seal now. @param backlogs all of them: others are forgotten */
  due(backlogs: readonly SealBacklog[], now: number): SealBacklog[] {
    const before = this.waiting;
    this.waiting = new Map();
    return backlogs.filter((backlog) => {
      const { crawlId, sealed, pages, rows } = backlog;
      if (pages + rows === 0) return false;
      const known = before.get(crawlId);
      const entry = known?.sealed === sealed ? known : { sealed, since: now };
      this.waiting.set(crawlId, entry);
      return isFull(backlog) || now - entry.since >= this.sealAfterMs;
    });
  }
}

/** True if more than a segment waits. */
export const isFull = ({ bytes, pages, rows }: SealBacklog): boolean =>
  bytes >= FULL_BYTES || pages >= FULL_ROWS || rows >= 2 * FULL_ROWS;
