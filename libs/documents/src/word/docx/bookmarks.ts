import type { XmlElement } from '../../containers/xml/xml-element.js';
import type { RunList } from '../../tree/run.js';

/** Bookmarks that are remembered, and the characters of each: longer ones are chapters. */
const MAX_BOOKMARKS = 10_000;
const MAX_CHARS = 200;
const REFERENCE = /^\s*REF\s+"?([^\s"\\]+)/i;

interface OpenBookmark {
  readonly name: string;
  readonly runs: RunList;
  /** Number of characters before the bookmark. */
  readonly from: number;
}

/** Texts of the bookmarks read so far, for references without a stored result. A bookmark is within one paragraph. */
export class Bookmarks {
  private readonly open = new Map<string, OpenBookmark>();
  private readonly texts = new Map<string, string>();

  begin(element: XmlElement, runs: RunList): void {
    const name = element.attr('w:name') ?? '';
    if (name === '' || this.texts.size + this.open.size >= MAX_BOOKMARKS) return;
    this.open.set(element.attr('w:id') ?? '', { name, runs, from: runs.length });
  }

  end(element: XmlElement, runs: RunList): void {
    const id = element.attr('w:id') ?? '';
    const bookmark = this.open.get(id);
    this.open.delete(id);
    if (!bookmark || bookmark.runs !== runs) return;
    const length = runs.length - bookmark.from;
    if (length > 0 && length <= MAX_CHARS) this.texts.set(bookmark.name, lastText(runs, length).trim());
  }

  /** Text of the bookmark that a field refers to; null for other fields and bookmarks that are not known. */
  textOf(instruction: string): string | null {
    const name = REFERENCE.exec(instruction.slice(0, MAX_CHARS))?.[1];
    return (name && this.texts.get(name)) ?? null;
  }
}

function lastText({ runs }: RunList, length: number): string {
  let text = '';
  for (const run of runs.slice(-MAX_CHARS).reverse()) {
    if (text.length >= length) break;
    if (run.kind === 'text') text = run.text.slice(-MAX_CHARS) + text;
  }
  return text.slice(-length);
}
