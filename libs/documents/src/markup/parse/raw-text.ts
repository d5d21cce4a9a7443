import { CharCode, isSpace } from './characters.js';

interface RawContent {
  readonly text: string;
  /** Position after the name of the end tag; the length of the page if there is none. */
  readonly end: number;
  readonly isClosed: boolean;
}

/** Marks that begin or end a comment or a script within a script. */
const SCRIPT_MARK = /-->|<!--|<\/?script(?=[\t\n\f\r />])/gi;
const INNER_END = /<\/(?=script)/gi;

/** Text without markup: that of scripts, styles, titles and text areas. Ends at the end tag of its element. */
export class RawText {
  /** True if the script that was read last holds the beginning of a comment. */
  private isEscaped = false;

  constructor(private readonly source: string) {}

  /** Reads the text that begins at `start`. */
  read(name: string, start: number): RawContent {
    const { source } = this;
    const last = name === 'script' ? this.endOfScript(start) : this.endTagOf(name, start);
    if (last < 0) return { text: source.slice(start), end: source.length, isClosed: false };
    const text = source.slice(start, last);
    // the end tag of a nested script would end the outer one if the text were parsed again
    const isNested = name === 'script' && this.isEscaped;
    return {
      text: isNested ? text.replace(INNER_END, '<\\/') : text,
      end: last + name.length + 2,
      isClosed: true,
    };
  }

  private endTagOf(name: string, from: number): number {
    const { source } = this;
    for (let at = source.indexOf('</', from); at >= 0; at = source.indexOf('</', at + 2)) {
      const end = at + 2 + name.length;
      const after = source.charCodeAt(end);
      if (after !== CharCode.greaterThan && after !== CharCode.slash && !isSpace(after)) continue;
      if (source.slice(at + 2, end).toLowerCase() === name) return at;
    }
    return -1;
  }

  /**
   * The end tag of a script: not that of another one in a comment of it, a legacy pattern of `document.write`.
   *
   * @see https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state
   */
  private endOfScript(start: number): number {
    const first = this.endTagOf('script', start);
    this.isEscaped = first < 0 || this.source.slice(start, first).includes('<!--');
    return this.isEscaped ? this.endOfEscaped(start) : first;
  }

  private endOfEscaped(start: number): number {
    let [isEscaped, isNested] = [false, false];
    SCRIPT_MARK.lastIndex = start;
    for (let match = SCRIPT_MARK.exec(this.source); match; match = SCRIPT_MARK.exec(this.source)) {
      const [mark] = match;
      if (mark === '<!--') {
        isEscaped = true;
        SCRIPT_MARK.lastIndex = match.index + 2; // `<!-->` is over already
      } else if (mark === '-->') [isEscaped, isNested] = [false, false];
      else if (mark[1] === '/') {
        if (!isNested) return match.index;
        isNested = false;
      } else isNested = isEscaped;
    }
    return -1;
  }
}
