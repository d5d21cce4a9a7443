/** Elements whose content is no text of the page. */
const HIDDEN = /(?:script|style)\b/iy;

/** Returns the text of HTML with a blank for each tag, without scripts and styles. One pass over any text. */
export function textBetweenTags(html: string): string {
  const ends = { script: new NextEnd(html, /<\/script/gi), style: new NextEnd(html, /<\/style/gi) };
  let text = '';
  let from = 0;
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', from)) {
    HIDDEN.lastIndex = open + 1;
    const name = HIDDEN.exec(html)?.[0].toLowerCase() as keyof typeof ends | undefined;
    const close = html.indexOf('>', Math.max(open, (name && ends[name].after(open)) ?? open));
    if (close === -1) break;
    text += `${html.slice(from, open)} `;
    from = close + 1;
  }
  return text + html.slice(from);
}

/** Looks for the next end of an element, and not again where there is none. */
class NextEnd {
  private isOver = false;

  constructor(
    private readonly html: string,
    private readonly end: RegExp,
  ) {}

  /** @returns the position of the next end; null when there is none */
  after(position: number): number | null {
    if (this.isOver) return null;
    this.end.lastIndex = position;
    const found = this.end.exec(this.html);
    this.isOver = found === null;
    return found?.index ?? null;
  }
}
