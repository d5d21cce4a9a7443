import type { MarkdownBlock } from './markdown-blocks.js';

/** A heading with its content up to the next heading; the first section may have none. */
export interface MarkdownSection {
  /** 0 for the content before all headings. */
  readonly level: number;
  /** The parent headings and its own, from the top level down, as plain text, each cut to `MAX_HEADING_CHARS`. */
  readonly path: readonly string[];
  /** Its own heading as plain text; empty for none. */
  readonly title: string;
  /** Zero-based index of the heading in the page; -1 for none. */
  readonly heading: number;
  readonly blocks: readonly MarkdownBlock[];
}

/** Maximum length of a heading in the paths of sections: each section, and each chunk of it, repeats them. */
export const MAX_HEADING_CHARS = 300;

/** Returns the sections of a page in order. */
export function markdownSections(markdown: string, blocks: readonly MarkdownBlock[]): MarkdownSection[] {
  const sections: (MarkdownSection & { blocks: MarkdownBlock[] })[] = [];
  const open: { level: number; text: string }[] = [];
  let heading = -1;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const line = markdown.slice(block.start, block.end);
      const level = /^#*/.exec(line)![0].length;
      while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
      const title = plainText(line.slice(level).trimStart());
      open.push({ level, text: title.slice(0, MAX_HEADING_CHARS) });
      const path = open.map((one) => one.text);
      sections.push({ level, path, title, heading: ++heading, blocks: [block] });
    } else if (sections.length === 0) {
      sections.push({ level: 0, path: [], title: '', heading: -1, blocks: [block] });
    } else {
      sections.at(-1)!.blocks.push(block);
    }
  }
  return sections;
}

/** Maximum length of a heading that is parsed. */
const MAX_LINE_CHARS = 1_000;

/** Returns the plain text of a line of markdown. */
function plainText(line: string): string {
  return line
    .slice(0, MAX_LINE_CHARS)
    .replace(/!\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\[((?:\\.|[^[\]\\])*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<\/?su[bp]>/g, '')
    .replace(/(^|[^\\])(`+|\*+|~~)/g, '$1')
    .replace(/(^|[^\\])(`+|\*+|~~)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
