import type { PageLayout } from '../page-layout.js';
import { type TextLine } from '../lines/text-line.js';

/** Share of the page height at the top and bottom that may contain headers and footers. */
const ZONE = 0.14;
/** Larger share for page numbers, because margins can be wide. */
const NUMBER_ZONE = 0.19;
/** Share of the page height at the top and bottom, and of the width at the sides, in which artifacts are left out. */
const ARTIFACT_ZONE = 0.2;
const SIDE = 0.12;
/** Maximum number of header lines, and of footer lines. */
const MAX_LINES = 4;
/** Maximum vertical distance between lines at the same height, in points. */
const SAME_HEIGHT = 4;
/**
 * Pages that have this many lines beyond their edges in common are copies of each other, whose text repeats like their
 * headers.
 */
const COPIED_LINES = 6;
/** Minimum distance between headers or footers and the text, in font sizes. */
const APART = 1.7;
/** Minimum share of pages on which a line repeats: left and right pages can have different headers. */
const MIN_SHARE = 0.3;
/** Minimum ratio of the font sizes of a heading and the text below it. */
const HEADING_RATIO = 1.15;
const PAGE_NUMBER =
  /^[\s\p{P}|]{0,60}(?:(?:page|seite|página|pagina|p\.|стр\.?|страница|第|صفحة)\s*)?[\s\p{P}|]{0,60}(\d{1,4}|[ivxlcdm]{1,7})(?:\s*(?:of|\/|von|de|di|sur|из|من)\s*\d{1,4})?\s*(?:页|頁|ページ)?[\s\p{P}|]{0,60}$/iu;

interface EdgeLine {
  readonly line: TextLine;
  readonly page: PageLayout;
  /** Distance from the top for lines at the top, from the bottom for others. */
  readonly distance: number;
  readonly isTop: boolean;
  readonly key: string;
  /** True if the distance to the text is greater than two lines. */
  readonly isApart: boolean;
  /** The text that follows towards the middle of the page; a unique text if there is little. */
  readonly goesOn: string;
}

/**
 * Finds headers and footers: lines with the same words, ignoring numbers, at the same position of several pages, and
 * page numbers.
 */
export function findHeadersAndFooters(pages: readonly PageLayout[]): Set<TextLine> {
  const edges = pages.flatMap(edgeLinesOf);
  const furniture = new Set<TextLine>();
  for (const page of pages)
    for (const line of linesOf(page)) if (line.isArtifact && isBesideText(line, page)) furniture.add(line);
  for (const alike of groupsOf(edges)) {
    for (const edge of alike) if (isRepeated(edge, alike, pages.length)) furniture.add(edge.line);
  }
  for (const own of byPage(edges)) {
    for (const { line } of own.filter((edge) => isBelowHeading(edge, own, furniture))) furniture.delete(line);
    for (const edge of own) if (isPageNumber(edge, own, furniture, pages.length)) furniture.add(edge.line);
  }
  return furniture;
}

/** True if the pages have text, but nothing except headers, footers and page numbers. */
export function isOnlyFurniture(pages: readonly PageLayout[], furniture: ReadonlySet<TextLine>): boolean {
  const lines = pages.flatMap(linesOf);
  return lines.every((line) => furniture.has(line)) && lines.some(({ text }) => !PAGE_NUMBER.test(text));
}

/** True for a line in the margins, and for line numbers. Artifacts elsewhere are text. */
function isBesideText({ text, top, bottom, left, right }: TextLine, { width, height }: PageLayout): boolean {
  const isInMargin = bottom < ARTIFACT_ZONE * height || top > (1 - ARTIFACT_ZONE) * height;
  const isAtSide = right < SIDE * width || left > (1 - SIDE) * width;
  return isInMargin || isAtSide || /^[\d\p{P}\s]*$/u.test(text);
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

/** The text with numbers replaced: dates and page numbers change. */
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

/**
 * True if the same words occur at the same position of other pages. Lines whose numbers change must be set apart from
 * the text.
 */
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

/** True for a line below a heading of its page: pages can begin with the same sentence below different headings. */
function isBelowHeading(edge: EdgeLine, own: readonly EdgeLine[], furniture: ReadonlySet<TextLine>): boolean {
  if (!edge.isTop || edge.line.isArtifact || !furniture.has(edge.line)) return false;
  return own.some(
    ({ line, isTop, distance }) =>
      isTop && distance < edge.distance && line.size > HEADING_RATIO * edge.line.size && !furniture.has(line),
  );
}

/** True for a lone number at the edge of the page that increases with the pages or is the only line there. */
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
