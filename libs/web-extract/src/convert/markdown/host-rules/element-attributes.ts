/** The classes of an element. */
export class ClassList extends Array<string> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  constructor(readonly value: string) {
    super();
    this.push(...new Set(value.split(/\s+/).filter((name) => name !== '')));
  }

  contains(name: string): boolean {
    return this.includes(name);
  }

  item(at: number): string | null {
    return this[at] ?? null;
  }

  override toString(): string {
    return this.value;
  }
}

/** Parses a style attribute, by the names of CSS and of scripts (`text-align`, `textAlign`). */
export function styleOf(attribute: string): Readonly<Record<string, string>> {
  const style: Record<string, string> = {};
  for (const declaration of attribute.split(';')) {
    const [name = '', ...value] = declaration.split(':');
    const property = name.trim().toLowerCase();
    if (property === '' || value.length === 0) continue;
    const written = value.join(':').trim();
    style[property] = written;
    style[property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())] = written;
  }
  return style;
}
