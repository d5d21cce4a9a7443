import type { Block } from '../blocks/block.js';
import type { LinkAreas } from '../reading/links.js';
import type { PageGraphics, TextPiece } from '../graphics/page-graphics.js';
import type { PdfStructNode } from '../reading/pdfjs.js';
import type { TaggedPage } from './tagged-page.js';
import { lettersOf, TreeReader } from './tagged-tree.js';

/** Minimum share of the characters covered by the structure tree. */
const MIN_COVERED = 0.9;

/**
 * Reads a page from its structure tree; null if there is none that covers the text. A structure tree does not cover
 * overlays such as form values.
 */
export function readTaggedPage(
  root: PdfStructNode | null,
  number: number,
  graphics: PageGraphics,
  links: LinkAreas,
): TaggedPage | null {
  if (!root || graphics.pieces.some(({ isOverlay }) => isOverlay)) return null;
  const pieces = piecesByMark(graphics);
  const reader = new TreeReader(pieces, number, links, graphics.width);
  reader.visit(root, 0);
  const all = lettersOf([...graphics.pieces, ...graphics.turned].filter(({ isArtifact }) => !isArtifact));
  if (all === 0 || reader.letters < MIN_COVERED * all) return null;
  const blocks = withBorders(joinCode(reader.blocks));
  return { blocks, isTelling: reader.isTelling, hasHeadings: reader.hasHeadings };
}

function piecesByMark(graphics: PageGraphics): Map<number, TextPiece[]> {
  const marked = new Map<number, TextPiece[]>();
  for (const piece of [...graphics.pieces, ...graphics.turned]) {
    if (piece.markedContent === null) continue;
    const known = marked.get(piece.markedContent);
    if (known) known.push(piece);
    else marked.set(piece.markedContent, [piece]);
  }
  return marked;
}

/** Sets the text margins of the page, which are needed to join it with the next page. */
function withBorders(blocks: readonly Block[]): Block[] {
  const lines = blocks.flatMap((block) => (block.kind === 'table' ? [] : block.lines));
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  return blocks.map((block) => (block.kind === 'table' ? block : { ...block, left, right }));
}

/** Joins adjacent code blocks, because source code is often tagged line by line. */
function joinCode(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const isNext =
      last?.kind === 'code' &&
      block.kind === 'code' &&
      block.lines[0]!.baseline - last.lines.at(-1)!.baseline < 2.3 * block.lines[0]!.size &&
      block.lines[0]!.baseline > last.lines.at(-1)!.baseline;
    if (isNext) joined[joined.length - 1] = { ...last, lines: [...last.lines, ...block.lines] };
    else joined.push(block);
  }
  return joined;
}
