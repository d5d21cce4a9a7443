import { CharCode, isSpace } from './characters.js';
import { Finder } from './finder.js';

interface RawContent {
  readonly text: string;
  /** Position after the end tag; the length of the page if there is none. */
  readonly end: number;
  readonly isClosed: boolean;
}

/** Text without markup: that of scripts, styles, titles and text areas. Ends at the end tag of its element. */
export class RawText {
  private readonly comment: Finder;
  private readonly commentEnd: Finder;
  private readonly nested: Finder;

  constructor(private readonly source: string) {
    this.comment = new Finder(source, '<!--');
    this.commentEnd = new Finder(source, '-->');
    this.nested = new Finder(source, '<script');
  }

  /** Reads the text that begins at `start`. */
  read(name: string, start: number): RawContent {
    const { source } = this;
    const first = this.endTagOf(name, start);
    const inner = name === 'script' && first >= 0 ? this.endBehindComment(start, first) : -1;
    const last = inner < 0 ? first : inner;
    if (last < 0) return { text: source.slice(start), end: source.length, isClosed: false };
    const text = source.slice(start, last);
    const close = source.indexOf('>', last + name.length + 2);
    return {
      // the end tag of a nested script would end the outer one if the text were parsed again
      text: inner < 0 ? text : `${source.slice(start, first)}<\\/${source.slice(first + 2, last)}`,
      end: close < 0 ? source.length : close + 1,
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
   * End tag of a script that holds another one in a comment, a legacy pattern of `document.write`; -1 if the end tag at
   * `end` is its own.
   *
   * @see https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state
   */
  private endBehindComment(start: number, end: number): number {
    const comment = this.comment.from(start);
    if (comment < 0 || comment > end) return -1;
    const commentEnd = this.commentEnd.from(comment);
    const nested = this.nested.from(comment);
    if (commentEnd < end || nested < 0 || nested > end) return -1;
    const outer = this.endTagOf('script', end + 2);
    // Without an end tag after the comment, browsers parse the script again as if there were no comment.
    return outer > commentEnd ? outer : -1;
  }
}
