import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CrawlUrl } from '../../../../model/crawl/crawl.js';
import { packUrl, unpackRow } from '../../../crawl-store/url-row.js';

/** One bit of a number for each row says whether it has ended. */
export const ROWS_A_BLOCK = 32;

/** Shorter blocks stay text: compression would cost more time than it saves space. */
const MIN_COMPRESSED_CHARS = 1_500;
/** Blocks are short: a small window finds what repeats. The defaults allocate hundreds of kilobytes for each block. */
const COMPRESSION = { level: 3, windowBits: 12, memLevel: 4, chunkSize: 1_024 };
/** Far more than a block of the longest URLs has: a damaged one is not expanded without bounds. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;

/** Text of a block, or its compressed form. */
export type PackedBlock = string | Uint8Array;

/** Waiting URLs of one host that were found on one page, as one row of the store. */
export class OpenBlock {
  private readonly lines: string[];

  /** @param first sequence number of the first URL, which is also the name of the block */
  constructor(
    readonly first: number,
    readonly foundOn: string | null,
  ) {
    this.lines = [JSON.stringify(foundOn ?? '')];
  }

  get isFull(): boolean {
    return this.lines.length > ROWS_A_BLOCK;
  }

  add(url: CrawlUrl, sequence: number): void {
    this.lines.push(`${sequence - this.first} ${packUrl(url, this.foundOn ?? '')}`);
  }

  pack(): PackedBlock {
    const text = this.lines.join('\n');
    return text.length < MIN_COMPRESSED_CHARS ? text : deflateRawSync(text, COMPRESSION);
  }
}

/** A line whose row begins with the code of the kind `page`. */
const PAGE = /^\d+ \[?0/;

/** A stored block. */
export interface UrlBlock {
  readonly sequences: readonly number[];
  urlAt(index: number): CrawlUrl;
  /** False for a source of URLs. */
  isPageAt(index: number): boolean;
}

/**
 * Reads a row of the queue.
 * @throws Error if it is damaged
 */
export function readBlock(stored: PackedBlock, first: number, host: string): UrlBlock {
  const [head = '', ...lines] = textOf(stored).split('\n');
  const base = JSON.parse(head) as string;
  return {
    sequences: lines.map((line) => first + Number.parseInt(line)),
    urlAt: (index) => {
      const line = lines[index]!;
      return unpackRow(line.slice(line.indexOf(' ') + 1), base, host);
    },
    isPageAt: (index) => PAGE.test(lines[index]!),
  };
}

function textOf(block: PackedBlock): string {
  if (typeof block === 'string') return block;
  return inflateRawSync(block, { maxOutputLength: MAX_BLOCK_BYTES, chunkSize: 4_096 }).toString();
}
