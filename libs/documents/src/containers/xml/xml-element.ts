/** Number of children up to which a linear search is cheaper than an index. */
const MANY_CHILDREN = 24;

/** XML element in memory. Names are `prefix:local` with the canonical prefix of the namespace. */
export class XmlElement {
  readonly children: (XmlElement | string)[] = [];
  private firsts: ReadonlyMap<string, XmlElement> | null = null;

  constructor(
    readonly name: string,
    readonly attribs: Readonly<Record<string, string>>,
  ) {}

  /** Child elements without text nodes. */
  get elements(): XmlElement[] {
    return this.children.filter((child): child is XmlElement => typeof child !== 'string');
  }

  /** Concatenated text of all descendants. The parser bounds the depth. */
  get text(): string {
    let text = '';
    for (const child of this.children) text += typeof child === 'string' ? child : child.text;
    return text;
  }

  /** First child with the given name. Constant time, because style properties are looked up for each paragraph. */
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

  /** Follows a path of first children. */
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

  /** First descendant with the given name, in document order. */
  find(name: string): XmlElement | null {
    for (const child of this.children) {
      if (typeof child === 'string') continue;
      const found = child.name === name ? child : child.find(name);
      if (found) return found;
    }
    return null;
  }

  /** Outermost descendants with the given name. */
  findAll(name: string, found: XmlElement[] = []): XmlElement[] {
    for (const child of this.children) {
      if (typeof child === 'string') continue;
      if (child.name === name) found.push(child);
      else child.findAll(name, found);
    }
    return found;
  }
}
