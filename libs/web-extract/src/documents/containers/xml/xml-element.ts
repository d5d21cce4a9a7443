/** Children up to which a search is cheaper than an index. */
const MANY_CHILDREN = 24;

/** A piece of XML in memory. Names are `prefix:local`, with the prefix that this package uses for the namespace. */
export class XmlElement {
  readonly children: (XmlElement | string)[] = [];
  private firsts: ReadonlyMap<string, XmlElement> | null = null;

  constructor(
    readonly name: string,
    readonly attribs: Readonly<Record<string, string>>,
  ) {}

  /** The elements inside, without text. */
  get elements(): XmlElement[] {
    return this.children.filter((child): child is XmlElement => typeof child !== 'string');
  }

  /** All text below. Depth is bounded by the reader. */
  get text(): string {
    let text = '';
    for (const child of this.children) text += typeof child === 'string' ? child : child.text;
    return text;
  }

  /** The first child with that name. Constant time: properties of a style are looked up for each paragraph that has it. */
  child(name: string): XmlElement | null {
    if (this.children.length > MANY_CHILDREN) return (this.firsts ??= this.firstByName()).get(name) ?? null;
    for (const child of this.children) if (typeof child !== 'string' && child.name === name) return child;
    return null;
  }

  private firstByName(): ReadonlyMap<string, XmlElement> {
    const firsts = new Map<string, XmlElement>();
    for (const child of this.children)
      if (typeof child !== 'string' && !firsts.has(child.name)) firsts.set(child.name, child);
    return firsts;
  }

  /** Along a way of first children. */
  at(...names: readonly string[]): XmlElement | null {
    let element: XmlElement | null = null;
    for (const name of names) {
      element = (element ?? this).child(name);
      if (!element) return null;
    }
    return element;
  }

  all(name: string): XmlElement[] {
    const found: XmlElement[] = [];
    for (const child of this.children)
      if (typeof child !== 'string' && child.name === name) found.push(child);
    return found;
  }

  attr(name: string): string | null {
    return this.attribs[name] ?? null;
  }

  /** The first element below with that name, in document order. */
  find(name: string): XmlElement | null {
    for (const child of this.children) {
      if (typeof child === 'string') continue;
      const found = child.name === name ? child : child.find(name);
      if (found) return found;
    }
    return null;
  }

  /** Every element below with that name that stands in no other of that name. */
  findAll(name: string, found: XmlElement[] = []): XmlElement[] {
    for (const child of this.children) {
      if (typeof child === 'string') continue;
      if (child.name === name) found.push(child);
      else child.findAll(name, found);
    }
    return found;
  }
}
