import { XmlElement } from '../../containers/xml/xml-element.js';
import { formulaTex } from '../../office/formula.js';

/** Properties whose value is the text of their group. */
const VALUE = /^m:(?:chr|begChr|endChr|sepChr|degHide|subHide|supHide|pos|type|limLoc)$/;

/**
 * Collects the groups of a formula as elements of Office Math, whose names the control words repeat: `\mf` is `m:f`.
 * @see Rich Text Format Specification 1.9.1, "Math"
 */
export class RtfFormula {
  private root = new XmlElement('m:oMath', {});
  /** Open groups; null for groups without an element. */
  private open: (XmlElement | null)[] = [];

  begin(): void {
    this.root = new XmlElement('m:oMath', {});
    this.open = [];
  }

  beginGroup(): void {
    this.open.push(null);
  }

  endGroup(): void {
    this.open.pop();
  }

  /** The first control word of a group is the name of its element; the others are properties of its look. */
  control(word: string): void {
    if (this.open.length === 0 || this.open.at(-1) !== null || !/^m[a-z]/i.test(word)) return;
    const element = new XmlElement(`m:${word.slice(1)}`, {});
    this.innermost.children.push(element);
    this.open[this.open.length - 1] = element;
  }

  text(text: string): void {
    const { innermost } = this;
    if (VALUE.test(innermost.name)) (innermost.attribs as Record<string, string>)['m:val'] = text.trim();
    else if (innermost.name === 'm:r') innermost.children.push(letters(text));
    else if (text.trim() !== '' && !innermost.name.endsWith('Pr')) {
      const run = new XmlElement('m:r', {});
      run.children.push(letters(text));
      innermost.children.push(run);
    }
  }

  get tex(): string {
    return formulaTex(this.root);
  }

  private get innermost(): XmlElement {
    return this.open.findLast((element) => element !== null) ?? this.root;
  }
}

function letters(text: string): XmlElement {
  const element = new XmlElement('m:t', {});
  element.children.push(text);
  return element;
}
