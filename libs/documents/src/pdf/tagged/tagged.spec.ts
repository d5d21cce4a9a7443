import type { Block } from '../blocks/block.js';
import { LinkAreas } from '../reading/links.js';
import type { PageGraphics, TextPiece } from '../graphics/page-graphics.js';
import type { PdfStructNode } from '../reading/pdfjs.js';
import { readTaggedPage } from './tagged.js';

const FONT = { id: 'f', name: 'Serif', isBold: false, isItalic: false, isMonospaced: false, isLegible: true };

function piece(text: string, markedContent: number, x = 72): TextPiece {
  const lefts = [...text].map((_, i) => x + 5 * i);
  const place = { left: x, right: x + 5 * text.length, baseline: 100 + 20 * markedContent, size: 10 };
  return {
    ...place,
    text,
    lefts,
    font: FONT,
    order: markedContent,
    markedContent,
    isArtifact: false,
    isOverlay: false,
    clip: null,
    hasBlankBefore: false,
  };
}

function graphics(pieces: readonly TextPiece[]): PageGraphics {
  const none = { turned: [], horizontals: [], verticals: [], areas: [], dots: [] };
  return { ...none, width: 612, height: 792, pieces, hasDrawing: false };
}

const node = (role: string, ...children: PdfStructNode[]): PdfStructNode => ({ role, children });
const text = (mark: number): PdfStructNode => ({ type: 'content', id: `p7R_mc${mark}` });
const read = (root: PdfStructNode, pieces: readonly TextPiece[]) =>
  readTaggedPage(root, 1, graphics(pieces), new LinkAreas([]));
const said = (block: Block) =>
  block.kind === 'table'
    ? block.table.rows.map((row) => row.map((cell) => cell.lines.map(({ text }) => text).join(' ')))
    : block.lines.map(({ text }) => text).join(' ');

describe('readTaggedPage', () => {
  it('leaves pages alone on which something was filled in, which no structure holds', () => {
    const tree = node('Document', node('P', text(0)));
    const label = piece('What is your name?', 0);
    expect(read(tree, [label])).not.toBeNull();
    expect(read(tree, [label, { ...piece('Me', 0, 300), markedContent: null, isOverlay: true }])).toBeNull();
  });

  it('takes headings with their levels, paragraphs and items from the structure', () => {
    const list = node('L', node('LI', node('Lbl', text(2)), node('LBody', text(3))));
    const root = node('Document', node('H2', text(0)), node('P', text(1)), list);
    const page = read(root, [
      piece('Title', 0),
      piece('Some text.', 1),
      piece('3.', 2),
      piece('An item', 3),
    ])!;
    expect(page.blocks.map((block) => [block.kind, said(block)])).toEqual([
      ['heading', 'Title'],
      ['paragraph', 'Some text.'],
      ['item', 'An item'],
    ]);
    expect(page.blocks[0]).toMatchObject({ level: 2 });
    expect(page.blocks[2]).toMatchObject({ isOrdered: true, number: 3, depth: 0 });
    expect(page).toMatchObject({ isTelling: true, hasHeadings: true });
  });

  it('takes tables by their rows, and leaves out those that stand on other pages', () => {
    const root = node(
      'Table',
      node('TR', node('TH', text(0)), node('TH', text(1))),
      node('TR', node('TD', text(90)), node('TD', text(91))),
      node('TR', node('TD', text(2)), node('TD', text(3))),
    );
    const cells = ['a', 'b', 'c', 'd'].map((letter, i) => piece(letter, i, 72 + 100 * (i % 2)));
    expect(read(node('Document', root), cells)!.blocks.map(said)).toEqual([
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ]);
  });

  it('puts the cells of a row where they stand, though they are named in another order', () => {
    const root = node('Table', node('TR', node('TD', text(0)), node('TD', text(1)), node('TD', text(2))));
    const row = [72, 272, 172].map((x, i) => ({ ...piece(`at ${x}`, i, x), baseline: 100 }));
    expect(read(node('Document', root), row)!.blocks.map(said)).toEqual([[['at 72', 'at 172', 'at 272']]]);
  });

  it('does not trust a structure that covers only a part of the text', () => {
    const pieces = [piece('Covered', 0), piece('Much more text that no element holds', 1)];
    expect(read(node('Document', node('P', text(0))), pieces)).toBeNull();
  });

  it('says a text once that two elements claim', () => {
    const root = node('Document', node('P', text(0)), node('P', text(0)));
    expect(read(root, [piece('Once', 0)])!.blocks).toHaveLength(1);
  });

  it('gives up trees that are deeper than any', () => {
    let root = node('P', text(0));
    for (let i = 0; i < 500; i++) root = node('Sect', root);
    expect(read(root, [piece('Deep', 0)])).toBeNull();
  });
});
