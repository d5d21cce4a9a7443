import type { DomTree, PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { isDataScript } from '@web-extract/documents/markup/dom/is-data-script.js';
import type { StatedSyntax } from '../../model/extractor/extractor-program.js';
import { readStructuredData, itemType } from '../metadata/structured-data.js';
import { readMarkedItems } from '../stated/read-marked-items.js';

export type StatedScalar = string | number | boolean;

const MAX_VALUES = 5_000;
const MAX_DEPTH = 8;
const MAX_STATE_CHARS = 500_000;
const MAX_VALUE_CHARS = 5_000;

/** Values that a page states for programs, by syntax and path. Lists have no numbers in paths. Read on demand. */
export class StatedIndex {
  private readonly bySyntax = new Map<StatedSyntax, ReadonlyMap<string, readonly StatedScalar[]>>();

  constructor(private readonly document: DomTree) {}

  valuesOf(syntax: StatedSyntax, path: string): readonly StatedScalar[] {
    return this.all(syntax).get(path) ?? [];
  }

  all(syntax: StatedSyntax): ReadonlyMap<string, readonly StatedScalar[]> {
    const known = this.bySyntax.get(syntax) ?? this.read(syntax);
    this.bySyntax.set(syntax, known);
    return known;
  }

  private read(syntax: StatedSyntax): ReadonlyMap<string, readonly StatedScalar[]> {
    const values = new Values();
    if (syntax === 'json-ld')
      for (const item of readStructuredData(this.document)) values.add(itemType(item), item, 0);
    else if (syntax === 'meta') this.document.statements.forEach((element) => addMeta(values, element));
    else if (syntax === 'state') this.document.statements.forEach((element) => addState(values, element));
    else
      for (const { syntax: name, value } of readMarkedItems(this.document))
        if ((name === 'microdata') === (syntax === 'microdata')) values.add(itemType(value), value, 0);
    return values.byPath;
  }
}

class Values {
  readonly byPath = new Map<string, StatedScalar[]>();
  private count = 0;

  add(path: string, value: unknown, depth: number): void {
    if (value === null || value === undefined || depth > MAX_DEPTH || this.count >= MAX_VALUES) return;
    if (Array.isArray(value)) value.forEach((one) => this.add(path, one, depth + 1));
    else if (typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) {
        if (name !== '@context' && name !== '@graph' && name !== '@type')
          this.add(`${path}.${name}`, inner, depth + 1);
      }
    else this.addScalar(path, value as StatedScalar);
  }

  addScalar(path: string, value: StatedScalar): void {
    if (typeof value === 'string' && (value === '' || value.length > MAX_VALUE_CHARS)) return;
    if (path.length > 200) return;
    this.count++;
    const list = this.byPath.get(path);
    if (list) list.push(value);
    else this.byPath.set(path, [value]);
  }
}

function addMeta(values: Values, { name, attribs }: PageElement): void {
  if (name !== 'meta') return;
  const key = attribs['property'] ?? attribs['name'];
  if (key !== undefined && attribs['content'] !== undefined) values.addScalar(key, attribs['content'].trim());
}

function addState(values: Values, element: PageElement): void {
  if (element.name !== 'script' || !isDataScript(element.attribs)) return;
  if (/ld\+json/i.test(element.attribs['type'] ?? '')) return;
  const text = element.textContent;
  if (text.length > MAX_STATE_CHARS || !/^\s*[[{]/.test(text)) return;
  try {
    values.add(element.attribs['id'] ?? '', JSON.parse(text), 0);
  } catch {
    // No JSON: the script says nothing.
  }
}
