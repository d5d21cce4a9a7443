import type { XmlElement } from '../../xml/xml-element.js';

/** How fonts whose letters have one width name themselves. */
const FIXED_NAME =
  /\bmono(?:space[d]?)?\b|mono$|\bcourier\b|\bconsol|\btypewriter\b|\bteletype\b|\bterminal\b|\bfixed\b|\bcode\b/i;

/** Fonts whose letters have one width, as the font table says, else as their names say. */
export class FixedFonts {
  private readonly stated = new Map<string, boolean>();

  constructor(fontTable: XmlElement | null) {
    for (const font of fontTable?.all('w:font') ?? []) {
      const pitch = font.child('w:pitch')?.attr('w:val');
      const isTold = pitch === 'fixed' || pitch === 'variable';
      if (isTold) this.stated.set(font.attr('w:name') ?? '', pitch === 'fixed');
    }
  }

  has(font: string): boolean {
    return (this.stated.get(font) ?? false) || isFixedName(font);
  }
}

export function isFixedName(font: string): boolean {
  return FIXED_NAME.test(font);
}
