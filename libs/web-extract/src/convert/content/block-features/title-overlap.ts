/** More words are not searched for one by one. */
const MAX_SEARCHED_WORDS = 32;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Words of the title of a page, to compare texts with. */
export class TitleWords {
  private readonly words: ReadonlySet<string>;
  /** The same: quicker to walk. */
  private readonly list: readonly string[];

  constructor(title: string) {
    this.words = new Set(title.toLowerCase().match(WORD) ?? []);
    this.list = [...this.words];
  }

  /** Share of a text's words that the title has too. */
  overlapOf(text: string): number {
    if (text === '') return 0;
    const lower = text.toLowerCase();
    if (!this.mayShare(lower)) return 0; // most have none: spares them the search for words
    const words = lower.match(WORD) ?? [];
    let shared = 0;
    for (const word of words) if (this.words.has(word)) shared++;
    return words.length > 0 ? shared / words.length : 0;
  }

  private mayShare(lower: string): boolean {
    if (this.list.length > MAX_SEARCHED_WORDS) return true;
    for (const word of this.list) if (lower.includes(word)) return true;
    return false;
  }
}
