import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { PageType } from '../../../model/page/page.js';
import { Within } from '../block-features/element-kinds.js';
import { runHolder, lineOfBlock, textOfBlock } from '../block-features/page-features.js';
import { isProse } from '../block-features/prose.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { BlockVerdicts } from '../removal-plan.js';
import { isTechnical } from './complete-choice.js';

/** Repetitions in tables, code and quotes are intentional. */
const ON_PURPOSE = Within.table | Within.code | Within.quote;
/** A run of paragraphs with a larger share of the page is a text with intentional repetitions. */
const MOST_OF_PAGE = 0.5;
/** Shorter texts are repeated only right behind themselves: sizes and prices are equal by chance. */
const MIN_FAR_CHARS = 60; // 40 and 80 gave as much
/** Shorter ones not even there: "Yes", "2". */
const MIN_NEAR_CHARS = 6;
/** Blocks that may be repeated together, on each side of a long one: title, subtitle, price, label. */
const MAX_SERIES = 4;

/**
 * Removes duplicates that result from separate layouts for wide and narrow screens, or from a carousel: long
 * texts anywhere, short ones directly after themselves. A heading is preferred over other blocks, otherwise
 * the first one is kept; a link that is not duplicated stays with its text, and content below its own heading
 * stays below it.
 *
 * Texts of one author and guides are not changed.
 */
export function removeDuplicateBlocks(
  outline: PageOutline,
  verdicts: BlockVerdicts,
  pageType: PageType,
): BlockVerdicts {
  const keeps = verdicts.map((verdict) => verdict === null);
  if (isTechnical(keeps, { outline, pageType }) || isOneText(outline)) return verdicts;
  const texts = textsToCompare(outline, keeps);
  if (texts.size === 0) return verdicts;
  const kept = keeps.flatMap((keep, at) => (keep ? at : []));
  const afar = repeatsAfar(outline, { kept, texts });
  const left = kept.filter((at) => !afar.has(at));
  const repeats = new Set([...afar, ...repeatsAtOnce(outline, { kept: left, texts })]);
  return repeats.size === 0
    ? verdicts
    : verdicts.map((verdict, at) => (repeats.has(at) ? 'repeated' : verdict));
}

interface KeptTexts {
  /** The kept blocks, in their order. */
  readonly kept: readonly number[];
  /** Texts of those that may be equal to another one. */
  readonly texts: ReadonlyMap<number, string>;
}

/** The texts of the kept blocks that may be equal to another one: of as many characters and words. */
function textsToCompare({ blocks }: PageOutline, keeps: readonly boolean[]): Map<number, string> {
  const sizes = new Map<number, number[]>();
  blocks.forEach(({ chars, words, within }, at) => {
    if (!keeps[at] || within & ON_PURPOSE) return;
    const size = chars * 65_536 + words;
    const alike = sizes.get(size);
    if (alike) alike.push(at);
    else sizes.set(size, [at]);
  });
  const texts = new Map<number, string>();
  for (const alike of sizes.values()) {
    if (alike.length === 1) continue;
    for (const at of alike) texts.set(at, lineOfBlock(blocks[at]!));
  }
  return texts;
}

function isOneText(outline: PageOutline): boolean {
  const runs = new Map<number, number>();
  let [all, longest] = [0, 0];
  for (const block of outline.blocks) {
    all += block.chars;
    if (!isProse(block)) continue;
    const holder = runHolder(outline, block);
    const run = (runs.get(holder) ?? 0) + block.chars;
    runs.set(holder, run);
    longest = Math.max(longest, run);
  }
  return longest > MOST_OF_PAGE * all;
}

/**
 * Finds long texts that are repeated below another element, with the same surroundings: title, name, label.
 */
function repeatsAfar(outline: PageOutline, { kept, texts }: KeptTexts): Set<number> {
  const { blocks, parents } = outline;
  const first = new Map<string, number>();
  const repeats = new Set<number>();
  kept.forEach((at, place) => {
    const text = texts.get(at);
    if (text === undefined || blocks[at]!.chars < MIN_FAR_CHARS || repeats.has(at)) return;
    const before = first.get(text);
    if (before === undefined) first.set(text, place);
    else if (parents[blocks[kept[before]!]!.owner] !== parents[blocks[at]!.owner])
      for (const repeat of runAround(place, before, outline, { kept, texts })) repeats.add(repeat);
  });
  return repeats;
}

/** The blocks around one place that say the same as those around an earlier one; none where another heading, term or question introduces them. */
function runAround(
  place: number,
  before: number,
  outline: PageOutline,
  { kept, texts }: KeptTexts,
): readonly number[] {
  const isSame = (offset: number) => {
    const [one, other] = [kept[before + offset], kept[place + offset]];
    if (one === undefined || other === undefined || !texts.has(one) || texts.get(one) !== texts.get(other))
      return false;
    return !losesLink(other, one, outline) && !isOnlyHeading(other, one, outline);
  };
  if (!isSame(0)) return [];
  let [from, to] = [0, 1];
  while (from > -MAX_SERIES && place + from - 1 > before && isSame(from - 1)) from--;
  while (to <= MAX_SERIES && before + to < place + from && isSame(to)) to++;
  const above = kept[place + from - 1]!;
  const isIntroduced = isLabel(above, outline) && !isHeading(kept[place + from]!, outline);
  return isIntroduced ? [] : kept.slice(place + from, place + to);
}

/** Finds one or a few blocks that are repeated directly after themselves. */
function repeatsAtOnce(outline: PageOutline, { kept, texts }: KeptTexts): number[] {
  const stays: number[] = [];
  const repeats: number[] = [];
  for (let place = 0; place < kept.length;) {
    const series = seriesAgain(stays, kept.slice(place, place + MAX_SERIES), { outline, texts });
    const before = series.length > 0 ? stays.splice(-series.length) : [];
    const isLater = series.some((at, offset) => isOnlyHeading(at, before[offset]!, outline));
    const [gone, left] = isLater ? [before, series] : [series, before];
    if (gone.some((at, offset) => losesLink(at, left[offset]!, outline))) stays.push(...before, ...series);
    else {
      stays.push(...left);
      repeats.push(...gone);
    }
    if (series.length === 0) stays.push(kept[place]!);
    place += Math.max(1, series.length);
  }
  return repeats;
}

/** Returns the first of the next blocks, as far as they repeat the last remaining ones. */
function seriesAgain(
  left: readonly number[],
  next: readonly number[],
  { outline, texts }: { readonly outline: PageOutline; readonly texts: ReadonlyMap<number, string> },
): readonly number[] {
  if (!texts.has(next[0]!)) return [];
  for (let count = 1; count <= Math.min(next.length, left.length); count++) {
    const [before, after] = [left.slice(-count), next.slice(0, count)];
    const isSame = after.every((at, offset) => texts.has(at) && texts.get(at) === texts.get(before[offset]!));
    const chars = after.reduce((sum, at) => sum + outline.blocks[at]!.chars, 0);
    if (isSame && chars >= MIN_NEAR_CHARS && !areItems(before[0]!, after[0]!, outline)) return after;
  }
  return [];
}

function isHeading(at: number, { blocks }: PageOutline): boolean {
  return (blocks[at]!.within & Within.heading) !== 0;
}

const LABELS = new Set(['dt', 'summary', 'label', 'legend', 'button']);
const ASKS = /[?:？：]\s*$/u;

/** Returns true for a block that introduces the text after it. */
function isLabel(at: number, outline: PageOutline): boolean {
  const block = outline.blocks[at]!;
  const { name } = outline.elements[block.owner] as PageElement;
  return isHeading(at, outline) || LABELS.has(name) || ASKS.test(textOfBlock(block));
}

function isOnlyHeading(one: number, other: number, outline: PageOutline): boolean {
  return isHeading(one, outline) && !isHeading(other, outline);
}

function losesLink(gone: number, left: number, { blocks }: PageOutline): boolean {
  return blocks[gone]!.links > 0 && blocks[left]!.links === 0;
}

/** Elements between a block and what holds both; of those that are further apart neither goes. */
const MAX_LEVELS = 32;

/** Returns true if two blocks are in similar elements of one row: items with the same text, or paragraphs. */
function areItems(one: number, other: number, { blocks, elements, parents, endBlock }: PageOutline): boolean {
  let [first, second, levels] = [-1, -1, 0];
  let common = blocks[one]!.owner;
  for (; endBlock[common]! <= other && levels <= MAX_LEVELS; levels++) {
    first = common;
    common = parents[common]!;
  }
  for (let at = blocks[other]!.owner; at !== common && levels <= MAX_LEVELS; levels++) {
    second = at;
    at = parents[at]!;
  }
  if (levels > MAX_LEVELS) return true;
  if (first < 0 || second < 0) return false;
  const [left, right] = [elements[first] as PageElement, elements[second] as PageElement];
  return left.name === right.name && left.attribs['class'] === right.attribs['class'];
}
