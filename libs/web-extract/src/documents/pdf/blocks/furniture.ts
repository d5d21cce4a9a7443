import type { PageLayout } from '../page-layout.js';
import { type TextLine } from '../lines/text-line.js';

/** Heads and feet stand within this share of the page at its top and bottom. */
const ZONE = 0.14;
/** ... and numbers alone within this one, where wide margins are left. */
const NUMBER_ZONE = 0.19;
/** So many lines at the top, and at the bottom, may be furniture. */
const MAX_LINES = 4;
/** Lines that stand at the same height differ by no more, in points. */
const SAME_HEIGHT = 4;
/** Pages that go on alike for so many lines beyond their edges are copies of each other, whose text repeats like their heads. */
const COPIED_LINES = 6;
/** Heads and feet stand this many sizes away from the text. */
const APART = 1.7;
/** A line that is the same on this share of the pages is furniture: left and right pages have each their own. */
const MIN_SHARE = 0.3;
const PAGE_NUMBER =
  /^[\s\p{P}|]*(?:(?:page|seite|página|pagina|p\.|стр\.?|страница|第|صفحة)\s*)?[\s\p{P}|]*(\d{1,4}|[ivxlcdm]{1,7})(?:\s*(?:of|\/|von|de|di|sur|из|من)\s*\d{1,4})?\s*(?:页|頁|ページ)?[\s\p{P}|]*$/iu;

interface EdgeLine {
  readonly line: TextLine;
  readonly page: PageLayout;
  /** Distance from the top for lines at the top, from the bottom for others. */
  readonly distance: number;
  readonly isTop: boolean;
  readonly key: string;
  /** More than the distance of two lines lies between it and the text. */
  readonly isApart: boolean;
  /** The text that follows towards the middle of the page; one of its own where there is little. */
  readonly goesOn: string;
}

/**
 * The lines that belong to the pages instead of the text: what stands at the same place of several pages with the same words,
 * numbers apart, and page numbers.
 */
export function findFurniture(pages: readonly PageLayout[]): Set<TextLine> {
  const edges = pages.flatMap(edgeLinesOf);
  const furniture = new Set<TextLine>();
  for (const page of pages) for (const line of linesOf(page)) if (line.isArtifact) furniture.add(line);
  for (const alike of groupsOf(edges)) {
    for (const edge of alike) if (isRepeated(edge, alike, pages.length)) furniture.add(edge.line);
  }
  for (const own of byPage(edges)) {
    for (const edge of own) if (isPageNumber(edge, own, furniture, pages.length)) furniture.add(edge.line);
  }
  return furniture;
}

export function linesOf(page: PageLayout): TextLine[] {
  const lines: TextLine[] = [];
  for (const region of page.regions) for (const item of region) if ('line' in item) lines.push(item.line);
  return lines;
}

function edgeLinesOf(page: PageLayout): EdgeLine[] {
  const lines = linesOf(page).sort((a, b) => a.baseline - b.baseline);
  const isApart = (line: TextLine, isTop: boolean) => {
    const step = isTop ? 1 : -1;
    const next = lines[lines.indexOf(line) + step];
    return !next || Math.abs(next.baseline - line.baseline) > APART * Math.max(line.size, next.size);
  };
  const goesOn = (isTop: boolean) => {
    const inner = isTop
      ? lines.slice(MAX_LINES, MAX_LINES + COPIED_LINES)
      : lines.slice(0, -MAX_LINES).slice(-COPIED_LINES);
    return inner.length < COPIED_LINES ? `page ${page.number}` : inner.map(({ text }) => text).join('\n');
  };
  const makeOf = (isTop: boolean) => {
    const rest = goesOn(isTop);
    return (line: TextLine): EdgeLine => ({
      line,
      page,
      isTop,
      distance: isTop ? line.baseline : page.height - line.baseline,
      key: keyOf(line),
      isApart: isApart(line, isTop),
      goesOn: rest,
    });
  };
  const isWithin = (line: TextLine, distance: number) =>
    distance < (PAGE_NUMBER.test(line.text) ? NUMBER_ZONE : ZONE) * page.height;
  const top = lines.slice(0, MAX_LINES).filter((line) => isWithin(line, line.baseline));
  const bottom = lines.slice(-MAX_LINES).filter((line) => isWithin(line, page.height - line.baseline));
  return [...top.map(makeOf(true)), ...bottom.map(makeOf(false))];
}

function byPage(edges: readonly EdgeLine[]): Iterable<readonly EdgeLine[]> {
  const groups = new Map<number, EdgeLine[]>();
  for (const edge of edges) groups.set(edge.page.number, [...(groups.get(edge.page.number) ?? []), edge]);
  return groups.values();
}

/** The words without their numbers: dates and page numbers change. */
function keyOf(line: TextLine): string {
  return line.text
    .toLowerCase()
    .replace(/\d+/g, '0')
    .replace(/\b[ivxlcdm]+$/, '0')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Lines with the same words at the same edge. */
function groupsOf(edges: readonly EdgeLine[]): Iterable<readonly EdgeLine[]> {
  const groups = new Map<string, EdgeLine[]>();
  for (const edge of edges) {
    const key = `${edge.isTop} ${edge.key}`;
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  }
  return groups.values();
}

/** The same words at the same place of other pages; what counts with the pages stands apart from the text. */
function isRepeated(edge: EdgeLine, alike: readonly EdgeLine[], pages: number): boolean {
  const own = edge.line.text;
  const level = alike.filter(
    (other) =>
      Math.abs(other.distance - edge.distance) <= SAME_HEIGHT &&
      (other.line.text === own || (edge.isApart && other.isApart)),
  );
  const onPages = new Set(level.map(({ goesOn }) => goesOn)).size;
  return onPages >= Math.max(2, Math.min(3, pages * MIN_SHARE));
}

/** A number alone at the edge of the page that counts with the pages, or the only line there. */
function isPageNumber(
  edge: EdgeLine,
  own: readonly EdgeLine[],
  furniture: ReadonlySet<TextLine>,
  pages: number,
): boolean {
  const match = PAGE_NUMBER.exec(edge.line.text);
  if (!match || furniture.has(edge.line)) return false;
  const isOutermost = !own.some(
    (other) => other.isTop === edge.isTop && other.distance < edge.distance - 2 && !furniture.has(other.line),
  );
  return isOutermost && (pages === 1 || edge.distance < 0.1 * edge.page.height);
}
