import type { MarkdownBlock } from './markdown-blocks.js';

/** A heading with what stands below it up to the next one; the first may have none. */
export interface MarkdownSection {
  /** 0 for what stands above all headings. */
  readonly level: number;
  /** The headings above it and its own, the highest first, as plain text. */
  readonly path: readonly string[];
  /** Which heading of the page it is, from 0 on; -1 for none. */
  readonly heading: number;
  readonly blocks: readonly MarkdownBlock[];
}

/** The sections of a page in order. */
export function markdownSections(markdown: string, blocks: readonly MarkdownBlock[]): MarkdownSection[] {
  const sections: (MarkdownSection & { blocks: MarkdownBlock[] })[] = [];
  const open: { level: number; text: string }[] = [];
  let heading = -1;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const line = markdown.slice(block.start, block.end);
      const level = /^#*/.exec(line)![0].length;
      while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
      open.push({ level, text: plainText(line.slice(level).trimStart()) });
      sections.push({ level, path: open.map((one) => one.text), heading: ++heading, blocks: [block] });
    } else if (sections.length === 0) {
      sections.push({ level: 0, path: [], heading: -1, blocks: [block] });
    } else {
      sections.at(-1)!.blocks.push(block);
    }
  }
  return sections;
}

/** Nobody reads on in a longer heading. */
const MAX_LINE_CHARS = 1_000;

/** The words of a line of markdown. */
function plainText(line: string): string {
  return line
    .slice(0, MAX_LINE_CHARS)
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[((?:\\.|[^\]\\])*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<\/?su[bp]>/g, '')
    .replace(/(^|[^\\])(`+|\*+|~~)/g, '$1')
    .replace(/(^|[^\\])(`+|\*+|~~)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
