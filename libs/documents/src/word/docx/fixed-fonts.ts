import { isFixedName } from '../../office/fixed-name.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';

/** Detects monospaced fonts by the font table or, without an entry, by their names. */
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
