import { plainText } from '../tree/run.js';
import type { WordBlock } from './word-blocks.js';

/** Minimum font size of headings relative to the body text. */
const LARGER_BY = 1.15;
/** Longer paragraphs are body text at any font size. */
const MAX_HEADING_CHARS = 200;

/**
 * Heading levels by font size, for documents without heading styles: the largest size is level 1. Sizes are in half
 * points.
 */
export function headingSizes(blocks: readonly WordBlock[]): ReadonlyMap<number, number> {
  const letters = new Map<number, number>();
  const candidates = new Set<number>();
  for (const block of blocks) {
    if (block.kind !== 'paragraph' || block.size === 0) continue;
    const { length } = plainText(block.runs.runs);
    letters.set(block.size, (letters.get(block.size) ?? 0) + length);
    if (length <= MAX_HEADING_CHARS) candidates.add(block.size);
  }
  const [usual = 0] = [...letters].sort(([, one], [, other]) => other - one)[0] ?? [];
  const larger = [...candidates]
    .filter((size) => size >= usual * LARGER_BY)
    .sort((one, other) => other - one);
  return new Map(larger.map((size, at) => [size, Math.min(at + 1, 6)]));
}
