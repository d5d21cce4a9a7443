import { withAlignedTables, withNumbers } from './tables/aligned-tables.js';
import type { RegionItem } from './tables/region-item.js';
import { toRegions } from './lines/columns.js';
import { withDropCaps } from './lines/drop-caps.js';
import { overlap, type Box } from './lines/geometry.js';
import { runsRightToLeft } from './lines/bidi.js';
import { LinkAreas } from './reading/links.js';
import type { PageGraphics, TextPiece } from './graphics/page-graphics.js';
import type { PlacedItem } from './tables/placed-rows.js';
import { findRuledTables } from './tables/ruled-tables.js';
import type { PdfStructNode } from './reading/pdfjs.js';
import { readTaggedPage } from './tagged/tagged.js';
import type { PageLayout } from './page-layout.js';
import { withSymbolBullets } from './blocks/symbol-bullets.js';
import type { Table } from './tables/table.js';
import { toLines } from './lines/text-lines.js';

/** Maximum distance of a drawn bullet to its text and maximum size of a bullet, in font sizes. */
const BULLET_GAP = 2.6;
const BULLET_SIZE = 0.62;
/** Maximum share of the text of a page in artifacts. */
const MAX_ARTIFACTS = 0.5;
/** A page with more dots contains a plot. */
const MAX_BULLETS = 500;

/** Arranges the content of a page in reading order. */
export function layOutPage(
  number: number,
  drawn: PageGraphics,
  links: LinkAreas,
  structure: PdfStructNode | null,
): PageLayout {
  const graphics = withRealArtifacts({ ...drawn, pieces: withSymbolBullets(withDropCaps(drawn.pieces)) });
  const tagged = readTaggedPage(structure, number, graphics, links);
  const ruled = findRuledTables(graphics, links);
  const inTables = new Set(ruled.flatMap(({ pieces }) => [...pieces]));
  const loose = withDrawnBullets(
    graphics.pieces.filter((piece) => !inTables.has(piece)),
    graphics.dots,
  );
  const items = [...loose.map(placedPiece), ...ruled.map(({ table }) => placedTable(table))];
  const isRightToLeft = runsRightToLeft(
    loose
      .slice(0, 400)
      .map(({ text }) => text)
      .join(''),
  );
  const regions = toRegions(items, { pageHeight: graphics.height, isRightToLeft }).map((region) =>
    toItems(region, graphics.horizontals, links),
  );
  continueTables(regions);
  if (graphics.turned.length > 0) {
    regions.push(toLines(graphics.turned, new LinkAreas([])).map((line) => ({ line })));
  }
  const { width, height, horizontals, hasDrawing, unknownGlyphs = 0 } = graphics;
  return { number, width, height, regions, rules: horizontals, hasDrawing, tagged, unknownGlyphs };
}

/**
 * Some programs mark the text of a page as an artifact, which is meant for running headers and the like: if most of the
 * text is marked, the marks mean nothing.
 */
function withRealArtifacts(graphics: PageGraphics): PageGraphics {
  const all = [...graphics.pieces, ...graphics.turned];
  const letters = (pieces: readonly TextPiece[]) => pieces.reduce((sum, { text }) => sum + text.length, 0);
  const marked = letters(all.filter(({ isArtifact }) => isArtifact));
  if (marked === 0 || marked <= MAX_ARTIFACTS * letters(all)) return graphics;
  const unmarked = (pieces: readonly TextPiece[]) =>
    pieces.map((piece) => (piece.isArtifact ? { ...piece, isArtifact: false } : piece));
  return { ...graphics, pieces: unmarked(graphics.pieces), turned: unmarked(graphics.turned) };
}

interface PlacedPiece extends PlacedItem {
  readonly piece: TextPiece;
}

interface PlacedTable extends PlacedItem {
  readonly table: Table;
}

function placedPiece(piece: TextPiece): PlacedPiece {
  const { left, right, baseline, size, order, text, isOverlay } = piece;
  return {
    piece,
    left,
    right,
    top: baseline - 0.75 * size,
    bottom: baseline + 0.2 * size,
    size,
    order,
    letters: text.length,
    isOverlay,
  };
}

function placedTable(table: Table): PlacedTable {
  const { left, top, right, bottom, order } = table;
  return { table, left, top, right, bottom, size: 10, order, letters: 0, isOverlay: false };
}

function toItems(
  region: readonly (PlacedPiece | PlacedTable)[],
  rules: readonly Box[],
  links: LinkAreas,
): RegionItem[] {
  const tables = region.flatMap((item) => ('table' in item ? [item.table] : []));
  const lines = toLines(
    region.flatMap((item) => ('piece' in item ? [item.piece] : [])),
    links,
  );
  const parts: RegionItem[] = [];
  let rest = lines;
  for (const table of tables.sort((a, b) => a.top - b.top)) {
    const above = rest.filter((line) => line.baseline < table.top + 2);
    parts.push(...withAlignedTables(above, rules), { table });
    rest = rest.filter((line) => line.baseline >= table.top + 2);
  }
  return [...parts, ...withAlignedTables(rest, rules)];
}

/** Moves rows of numbers at the begin of a region to the table at the end of the previous one. */
function continueTables(regions: RegionItem[][]): void {
  for (let at = 1; at < regions.length; at++) {
    const [above, below] = [regions[at - 1]!, regions[at]!];
    const last = above.at(-1);
    if (!last || !('table' in last)) continue;
    const from = below.findIndex((item) => 'table' in item);
    const lines = (from < 0 ? below : below.slice(0, from)).flatMap((item) =>
      'line' in item ? [item.line] : [],
    );
    const { table, count } = withNumbers(last.table, lines, true);
    above[above.length - 1] = { table };
    below.splice(0, count);
  }
}

/** Inserts text bullets for those that are only drawn. */
function withDrawnBullets(pieces: readonly TextPiece[], dots: readonly Box[]): TextPiece[] {
  if (dots.length === 0 || dots.length > Math.min(MAX_BULLETS, 2 * pieces.length + 4)) return [...pieces];
  const bullets: TextPiece[] = [];
  for (const dot of dots) {
    const owner = ownerOf(dot, pieces);
    if (owner) bullets.push({ ...bulletBefore(owner, dot) });
  }
  return [...pieces, ...bullets];
}

function bulletBefore(owner: TextPiece, { left, right }: Box): TextPiece {
  return { ...owner, text: '•', lefts: [left], left, right, order: owner.order - 0.5, hasBlankBefore: false };
}

/**
 * The text that a dot is the bullet of: the dot is at the height of its lower-case letters, and nothing precedes it.
 */
function ownerOf(dot: Box, pieces: readonly TextPiece[]): TextPiece | null {
  const y = (dot.top + dot.bottom) / 2;
  const onLine = pieces.filter(
    ({ baseline, size }) =>
      y < baseline && y > baseline - 0.75 * size && dot.right - dot.left < BULLET_SIZE * size,
  );
  if (onLine.some(({ left, right, size }) => overlap(left, right, dot.left - 1.2 * size, dot.right) > 0))
    return null;
  const after = onLine.filter(({ left, size }) => left >= dot.right && left - dot.right < BULLET_GAP * size);
  return after.length === 0 ? null : after.reduce((a, b) => (b.left < a.left ? b : a));
}
