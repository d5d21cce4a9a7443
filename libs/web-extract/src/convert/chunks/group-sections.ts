import type { MarkdownSection } from './sections.js';

/** Sections that form one chunk. */
export interface SectionGroup {
  readonly sections: MarkdownSection[];
  /** The common headings of the sections. */
  readonly headings: readonly string[];
  readonly tokens: number;
}

/** A section below this share of the maximum size is merged with its neighbour. */
const SMALL = 1 / 8;

/**
 * Merges small sections: a section with its subsections, and small neighbours below one heading.
 *
 * @param tokensOf returns the tokens of a section
 */
export function groupSections(
  sections: readonly MarkdownSection[],
  maxTokens: number,
  tokensOf: (section: MarkdownSection) => number,
): SectionGroup[] {
  const groups: SectionGroup[] = [];
  for (const section of sections) {
    const tokens = tokensOf(section);
    const last = groups.at(-1);
    const common = last ? commonHeadings(last.headings, section.path) : [];
    const fits = last !== undefined && last.tokens + tokens <= maxTokens;
    if (fits && mayJoin(last, { section, tokens, common }, maxTokens * SMALL)) {
      last.sections.push(section);
      groups[groups.length - 1] = { ...last, headings: common, tokens: last.tokens + tokens };
    } else {
      groups.push({ sections: [section], headings: section.path, tokens });
    }
  }
  return groups;
}

interface Candidate {
  readonly section: MarkdownSection;
  readonly tokens: number;
  /** Headings shared with the group. */
  readonly common: readonly string[];
}

function mayJoin(group: SectionGroup, { section, tokens, common }: Candidate, small: number): boolean {
  const first = group.sections[0]!;
  const isBelow = section.level > first.level && common.length === first.path.length;
  if (isBelow) return group.tokens < small || tokens < small;
  return group.tokens < small && tokens < small && common.length > 0;
}

function commonHeadings(one: readonly string[], other: readonly string[]): readonly string[] {
  const differs = one.findIndex((heading, at) => heading !== other[at]);
  return differs < 0 ? one : one.slice(0, differs);
}
