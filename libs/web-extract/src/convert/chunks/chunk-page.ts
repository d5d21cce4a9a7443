import { hash } from 'node:crypto';
import type { Chunk, ChunkKind, ChunkOptions } from '../../model/page/chunk.js';
import { ESTIMATE, estimateTokens } from './estimate-tokens.js';
import { groupSections, type SectionGroup } from './group-sections.js';
import { matchHeadingIds, type PageHeading } from './heading-ids.js';
import { markdownBlocks, type BlockKind, type MarkdownBlock } from './markdown-blocks.js';
import { markdownSections, MAX_HEADING_CHARS, type MarkdownSection } from './sections.js';
import { splitBlock, type Piece } from './split-block.js';

/** The page to split. */
export interface ChunkedPage {
  /** Final URL. */
  readonly url: string;
  readonly markdown: string;
  readonly title: string | null;
  readonly language: string | null;
  /** The headings of the page with their ids, if known. */
  readonly headings?: readonly PageHeading[];
}

/** Default maximum number of tokens of a chunk. */
const MAX_TOKENS = 512;

/**
 * Splits the markdown of a page into chunks for language models: at headings, merging small neighbours and
 * splitting long sections at paragraphs, items and sentences. Takes time linear in the length of the page,
 * except for a tokenizer of the host.
 */
export function chunkPage(page: ChunkedPage, options: ChunkOptions = {}): Chunk[] {
  return new PageCutter(page, options).cut();
}

/** A chunk during splitting. */
interface Draft {
  readonly pieces: readonly Piece[];
  readonly headings: readonly string[];
  readonly heading: number;
  readonly id: string;
  readonly part: Chunk['part'];
}

type SizedPiece = readonly [piece: Piece, tokens: number];

class PageCutter {
  private readonly countTokens: (text: string, most?: number) => number;
  private readonly maxTokens: number;
  private readonly met = new Map<string, number>();
  /** Ids of the headings in the markdown. */
  private ids: readonly (string | null)[] = [];

  constructor(
    private readonly page: ChunkedPage,
    private readonly options: ChunkOptions,
  ) {
    this.countTokens = options.countTokens ?? estimateTokens;
    this.maxTokens = options.maxTokens ?? MAX_TOKENS;
  }

  cut(): Chunk[] {
    const { markdown } = this.page;
    const sections = markdownSections(markdown, markdownBlocks(markdown));
    const ownHeadings = sections.flatMap(({ title, heading }) => (heading < 0 ? [] : title));
    this.ids = matchHeadingIds(ownHeadings, this.page.headings ?? []);
    const drafts = groupSections(sections, this.maxTokens, (section) => this.tokensOf(section)).flatMap(
      (group) => this.draftsOf(group),
    );
    return drafts.map((draft, index) => this.toChunk(draft, index, drafts));
  }

  private tokensOf({ blocks }: MarkdownSection): number {
    return this.countTokens(this.page.markdown.slice(blocks[0]!.start, blocks.at(-1)!.end), this.maxTokens);
  }

  private draftsOf({ sections, headings, tokens }: SectionGroup): Draft[] {
    const blocks = sections.flatMap((section) => section.blocks);
    const pieces = blocks.map(wholePiece);
    const parts = tokens <= this.maxTokens ? [pieces] : this.pack(pieces);
    const { path, heading } = sections[0]!;
    const id = this.idOf(path);
    return parts.map((part, at) => ({
      pieces: part,
      headings,
      heading,
      id: at === 0 ? id : hashOf(id, `${at}`),
      part: parts.length === 1 ? null : { index: at + 1, count: parts.length },
    }));
  }

  /** Fills one part after another; a heading never ends a part. */
  private pack(pieces: readonly Piece[]): Piece[][] {
    const parts: Piece[][] = [];
    let used = Infinity;
    for (const [piece, tokens] of pieces.flatMap((one) => this.cutDown(one))) {
      const isHeaded = parts.at(-1)?.at(-1)?.kind === 'heading';
      if (used + tokens > this.maxTokens && !isHeaded) {
        parts.push([]);
        used = 0;
      }
      parts.at(-1)!.push(piece);
      used += tokens;
    }
    return parts;
  }

  private cutDown(piece: Piece): SizedPiece[] {
    const tokens = this.countTokens(this.textOf([piece]));
    if (tokens <= this.maxTokens) return [[piece, tokens]];
    const parts = splitBlock(this.page.markdown, piece, this.maxTokens, this.countTokens);
    return parts.map((part) => [part, this.countTokens(this.textOf([part]))]);
  }

  private textOf(pieces: readonly Piece[]): string {
    const first = pieces[0]!;
    const last = pieces[pieces.length - 1]!;
    const body = this.page.markdown.slice(first.start, last.end);
    const text = first.opening || last.closing ? first.opening + body + last.closing : body;
    return text.trimEnd();
  }

  /**
   * The id depends on the headings and the number of earlier sections with the same headings, not on the
   * text.
   */
  private idOf(path: readonly string[]): string {
    const place = JSON.stringify(path);
    const before = this.met.get(place) ?? 0;
    this.met.set(place, before + 1);
    return hashOf(this.page.url, place, `${before}`);
  }

  private toChunk(
    { pieces, headings, heading, id, part }: Draft,
    index: number,
    drafts: readonly Draft[],
  ): Chunk {
    const { url, title, language, markdown: page } = this.page;
    const markdown = this.textOf(pieces);
    return {
      id,
      url,
      anchor: this.ids[heading] ?? null,
      index,
      count: drafts.length,
      headings,
      kind: kindOf(pieces),
      markdown,
      context: contextOf(title, headings),
      tokens: this.countTokens(markdown),
      tokenizer: this.options.countTokens ? 'host' : ESTIMATE,
      chars: markdown.length,
      start: index === 0 ? 0 : pieces[0]!.start,
      end: drafts[index + 1]?.pieces[0]!.start ?? page.length,
      part,
      previous: drafts[index - 1]?.id ?? null,
      next: drafts[index + 1]?.id ?? null,
      language,
      codeLanguages: codeLanguagesOf(markdown),
      hash: hashOf(markdown.replace(OTHER_SPACE, ' ')),
      sameAs: null,
    };
  }
}

/** White space except single spaces, which stay as they are. */
const OTHER_SPACE = /\s{2,}|[^\S ]/g;
const HASH_CHARS = 20;

const wholePiece = ({ kind, start, end }: MarkdownBlock): Piece => ({ kind, start, end, opening: '', closing: '' }); // prettier-ignore

function hashOf(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n'), 'hex').slice(0, HASH_CHARS);
}

/** Maximum length of the title in the context: every chunk repeats it. */
const MAX_TITLE_CHARS = 400;

function contextOf(title: string | null, headings: readonly string[]): string {
  const isRepeated = title === null || headings[0] === title.slice(0, MAX_HEADING_CHARS);
  return [...(isRepeated ? [] : [title.slice(0, MAX_TITLE_CHARS)]), ...headings].join(' > ');
}

const KINDS: Readonly<Record<BlockKind, ChunkKind>> = {
  heading: 'text',
  paragraph: 'text',
  math: 'text',
  rule: 'text',
  note: 'text',
  code: 'code',
  table: 'table',
  list: 'list',
  quote: 'quote',
};

/** Returns the kind of most of its characters. */
function kindOf(pieces: readonly Piece[]): ChunkKind {
  const sums = new Map<ChunkKind, number>();
  for (const { kind, start, end } of pieces) {
    sums.set(KINDS[kind], (sums.get(KINDS[kind]) ?? 0) + end - start);
  }
  return [...sums].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function codeLanguagesOf(markdown: string): string[] {
  const languages = [...markdown.matchAll(/^[ >]*(?:`{3,}|~{3,}) *([\w+#.-]+)/gm)].map((match) => match[1]!);
  return [...new Set(languages)];
}
