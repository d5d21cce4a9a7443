import { setTimeout as sleep } from 'node:timers/promises';
import { ArchiveUnavailableError } from '../../../model/errors.js';
import type { ResultArchive } from '../../../ports/stores/result-archive.port.js';
import { openFrame } from './frame.js';
import { unpackRows, type PagesPointer, type RowsPointer } from './segment.js';
import { prefixOf } from '../../../model/crawl/segment-name.js';

const TRIES = 3;
const PAUSE_MS = 250;
/** Deadline of a read, all tries included: status requests answer within it. */
const DEADLINE_MS = 5_000;

/** Bounds of a read: see `ResultsRange`. */
export interface PagesRead {
  /** Position of the first page of the segment, and of the first page to read. */
  readonly first: number;
  readonly from: number;
  readonly most: number;
  readonly maxBytes: number;
  /** The first page is returned regardless of its size. */
  readonly isFirst: boolean;
}

/** Bytes of frames read in one request. */
const BYTES_A_READ = 1024 * 1024;

/** Reads pages and rows of segments, each with one ranged read. */
export class SegmentReader {
  constructor(private readonly archive: ResultArchive) {}

  /** Reads packed pages up to the bounds, or to the end of the segment. @throws ArchiveUnavailableError */
  async pages(crawlId: string, pointer: PagesPointer, read: PagesRead): Promise<Buffer[]> {
    const [object, offset, frames, sizes] = pointer;
    const start = read.from - read.first;
    const end = endOf(start, frames, sizes, read);
    if (end <= start) return [];
    const before = sum(frames, 0, start);
    const length = sum(frames, start, end);
    return this.frames(prefixOf(crawlId) + object, offset + before, length, frames.slice(start, end));
  }

  /** Reads the rows of one segment. @throws ArchiveUnavailableError */
  async rows(crawlId: string, [object, offset, length]: RowsPointer): Promise<string[]> {
    const [frame] = await this.frames(prefixOf(crawlId) + object, offset, length, [length]);
    return unpackRows(frame!);
  }

  private async frames(
    name: string,
    from: number,
    length: number,
    lengths: readonly number[],
  ): Promise<Buffer[]> {
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    for (let tries = 1; ; tries++) {
      try {
        return split(await this.archive.read(name, from, length, deadline), lengths);
      } catch (error) {
        if (tries >= TRIES || deadline.aborted) throw error;
        await sleep(PAUSE_MS * tries);
      }
    }
  }
}

/** Index after the last page that the bounds admit. */
function endOf(
  start: number,
  frames: readonly number[],
  sizes: readonly number[],
  { most, maxBytes, isFirst }: PagesRead,
): number {
  let [bytes, read] = [0, 0];
  for (let at = start; at < frames.length; at++) {
    bytes += sizes[at]!;
    read += frames[at]!;
    const isOver = at - start >= most || (bytes > maxBytes && !(at === start && isFirst));
    if (isOver || (read > BYTES_A_READ && at > start)) return at;
  }
  return frames.length;
}

/** @throws ArchiveUnavailableError if a frame is damaged */
function split(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  let at = 0;
  return lengths.map((length) => {
    const frame = openFrame(bytes.subarray(at, (at += length)));
    if (frame === null) throw new ArchiveUnavailableError('an object is damaged');
    return frame;
  });
}

function sum(list: readonly number[], start: number, end: number): number {
  let total = 0;
  for (let at = start; at < end; at++) total += list[at]!;
  return total;
}
