/** Receives markup events in order. */
export interface MarkupHandler {
  /** A complete tag without its angle brackets: `loc`, `/loc`, `link href="…"/`. */
  onTag(tag: string): void;
  /** A chunk of text as written; one text may consist of several chunks. */
  onText(raw: string): void;
  /** A chunk of a CDATA section: text without references. */
  onCharacterData(text: string): void;
}

/** Longer tags are dropped. */
const MAX_TAG_CHARS = 16 * 1024;

interface Section {
  readonly opens: string;
  readonly closes: string;
  readonly isData: boolean;
}

const SECTIONS: readonly Section[] = [
  { opens: '<!--', closes: '-->', isData: false },
  { opens: '<![CDATA[', closes: ']]>', isData: true },
  { opens: '<?', closes: '?>', isData: false },
];
const LONGEST_OPENING = 9;

/**
 * Splits XML, well-formed or not, into tags and text as it arrives. It resolves no entities and builds no tree, so
 * memory is bounded by one tag and time is linear for any input.
 */
export class MarkupScanner {
  private rest = '';
  private section: Section | null = null;

  constructor(private readonly handler: MarkupHandler) {}

  push(text: string): void {
    const input = this.rest + text;
    let at = 0;
    for (let next = 0; next >= 0;) {
      at = next;
      next = this.section ? this.inSection(input, at, this.section) : this.inText(input, at);
    }
    this.rest = input.slice(this.keptFrom(input, at));
  }

  /** @returns the next position, or -1 if more input is required */
  private inText(input: string, at: number): number {
    const open = input.indexOf('<', at);
    if (open !== at) {
      if (at < input.length) this.handler.onText(input.slice(at, open < 0 ? input.length : open));
      return open < 0 ? (at < input.length ? input.length : -1) : open;
    }
    const mark = input.charCodeAt(at + 1);
    if (mark !== EXCLAMATION && mark !== QUESTION) return this.inTag(input, at);
    this.section = SECTIONS.find(({ opens }) => input.startsWith(opens, at)) ?? null;
    if (this.section) return at + this.section.opens.length;
    return input.length - at < LONGEST_OPENING ? -1 : this.inTag(input, at);
  }

  /** A bracket inside a tag begins a new tag: the first one is stray or broken. */
  private inTag(input: string, at: number): number {
    let quote = 0;
    const end = Math.min(input.length, at + MAX_TAG_CHARS);
    for (let i = at + 1; i < end; i++) {
      const code = input.charCodeAt(i);
      if (code === LESS) return i;
      if (code === GREATER && quote === 0) {
        if (input.charCodeAt(at + 1) !== EXCLAMATION) this.handler.onTag(input.slice(at + 1, i));
        return i + 1;
      }
      if (code === quote) quote = 0;
      else if (quote === 0 && (code === QUOTE || code === APOSTROPHE)) quote = code;
    }
    return end - at === MAX_TAG_CHARS ? end : -1;
  }

  private inSection(input: string, at: number, section: Section): number {
    const end = input.indexOf(section.closes, at);
    if (section.isData)
      this.handler.onCharacterData(input.slice(at, end < 0 ? this.keptFrom(input, at) : end));
    if (end < 0) return -1;
    this.section = null;
    return end + section.closes.length;
  }

  /** Keeps only the part of an unfinished section that may be the start of its end marker. */
  private keptFrom(input: string, at: number): number {
    return this.section ? Math.max(at, input.length - this.section.closes.length + 1) : at;
  }
}

const QUOTE = 34;
const APOSTROPHE = 39;
const EXCLAMATION = 33;
const LESS = 60;
const QUESTION = 63;
const GREATER = 62;
