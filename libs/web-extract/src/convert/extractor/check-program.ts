import { InvalidRequestError } from '../../model/errors.js';
import {
  EXTRACTOR_BOUNDS,
  EXTRACTOR_FORMAT,
  EXTRACTOR_KIND,
  type ExtractorProgram,
  type FieldProgram,
  type FieldTransform,
  type ListLocator,
  type ListRoot,
  type Locator,
  type TemplateProgram,
  type UnlearnedField,
  type ValueShape,
} from '../../model/extractor/extractor-program.js';
import { compilePageSelector } from './page-selector.js';

/**
 * Reads a program of a stranger. Unknown fields are dropped.
 *
 * @throws InvalidRequestError at the first part that is missing, invalid or exceeds {@link EXTRACTOR_BOUNDS}
 */
export function checkProgram(value: unknown): ExtractorProgram {
  let size: number;
  try {
    size = JSON.stringify(value)?.length ?? 0;
  } catch {
    size = Infinity; // too deep, or a cycle
  }
  if (size > EXTRACTOR_BOUNDS.programChars)
    fail([], `it has more than ${EXTRACTOR_BOUNDS.programChars} characters`);
  const part = objectOf(value, []);
  if (part['kind'] !== EXTRACTOR_KIND) fail(['kind'], `it is not ${JSON.stringify(EXTRACTOR_KIND)}`);
  if (part['format'] !== EXTRACTOR_FORMAT) fail(['format'], `it is not ${EXTRACTOR_FORMAT}`);
  const schema = objectOf(part['schema'], ['schema']);
  checkSchemaSize(schema);
  return {
    kind: EXTRACTOR_KIND,
    format: EXTRACTOR_FORMAT,
    id: textOf(part['id'], ['id']),
    version: countOf(part['version'], ['version']),
    schema,
    templates: listOf(part['templates'], ['templates'], EXTRACTOR_BOUNDS.templates, templateOf),
  };
}

/** @throws InvalidRequestError for a schema that is no object, or too large or too deep */
export function checkExtractorSchema(schema: unknown): void {
  checkSchemaSize(objectOf(schema, ['schema'], 'schema'));
}

function checkSchemaSize(schema: Part): void {
  if (!('properties' in schema) && schema['type'] !== 'object') fail(['schema'], 'it describes no object');
  let properties = 0;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (depth > EXTRACTOR_BOUNDS.schemaDepth)
      fail(['schema'], `it is deeper than ${EXTRACTOR_BOUNDS.schemaDepth}`);
    const part = value as Part;
    const named = part['properties'];
    if (typeof named === 'object' && named !== null)
      for (const inner of Object.values(named)) {
        if (++properties > EXTRACTOR_BOUNDS.schemaProperties)
          fail(['schema'], `it has more than ${EXTRACTOR_BOUNDS.schemaProperties} properties`);
        visit(inner, depth + 1);
      }
    visit(part['items'], depth + 1);
  };
  visit(schema, 0);
}

type Part = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

function fail(path: Path, reason: string): never {
  throw InvalidRequestError.at(['program', ...path], { code: 'contradiction', reason });
}

function objectOf(value: unknown, path: Path, _name = ''): Part {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(path, 'it is no object');
  return value as Part;
}

function textOf(value: unknown, path: Path, most: number = EXTRACTOR_BOUNDS.textChars): string {
  if (typeof value !== 'string') return fail(path, 'it is no text');
  if (value.length > most) return fail(path, `it has more than ${most} characters`);
  return value;
}

function countOf(value: unknown, path: Path): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 1e9)
    return fail(path, 'it is no count');
  return value;
}

function finiteOf(value: unknown, path: Path): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fail(path, 'it is no number');
}

function flagOf(value: unknown, path: Path): boolean {
  return typeof value === 'boolean' ? value : fail(path, 'it is not true or false');
}

function oneOf<Value extends string>(value: unknown, values: readonly Value[], path: Path): Value {
  return values.includes(value as Value)
    ? (value as Value)
    : fail(path, `it is none of ${values.join(', ')}`);
}

function listOf<Item>(
  value: unknown,
  path: Path,
  most: number,
  read: (item: unknown, path: Path) => Item,
): Item[] {
  if (!Array.isArray(value)) return fail(path, 'it is no list');
  if (value.length > most) return fail(path, `it has more than ${most} entries`);
  return value.map((item, at) => read(item, [...path, at]));
}

function templateOf(value: unknown, path: Path): TemplateProgram {
  const part = objectOf(value, path);
  return {
    id: textOf(part['id'], [...path, 'id']),
    fingerprint: listOf(part['fingerprint'], [...path, 'fingerprint'], 64, (one, at) => {
      const number = finiteOf(one, at);
      return number >= 0 && number < 2 ** 32 && Number.isInteger(number) ? number : fail(at, 'it is no hash');
    }),
    pages: countOf(part['pages'], [...path, 'pages']),
    ...(part['urlPattern'] === undefined
      ? {}
      : { urlPattern: textOf(part['urlPattern'], [...path, 'urlPattern'], 2_000) }),
    fields: listOf(part['fields'], [...path, 'fields'], MAX_FIELDS, (one, at) => fieldOf(one, at, 0)),
    missing: listOf(part['missing'], [...path, 'missing'], MAX_FIELDS, unlearnedOf),
  };
}

const MAX_FIELDS = EXTRACTOR_BOUNDS.schemaProperties * 2;
const REASONS = [
  'not-on-page', 'examples-disagree', 'no-examples', 'too-few-pages', 'constant', 'no-locator', 'against-schema', 'time',
] as const; // prettier-ignore
const SOURCES = ['values', 'stated', 'model'] as const;

function unlearnedOf(value: unknown, path: Path): UnlearnedField {
  const part = objectOf(value, path);
  return {
    path: textOf(part['path'], [...path, 'path'], 1_000),
    reason: oneOf(part['reason'], REASONS, [...path, 'reason']),
  };
}

function fieldOf(value: unknown, path: Path, depth: number): FieldProgram {
  const part = objectOf(value, path);
  const support = objectOf(part['support'], [...path, 'support']);
  const base = {
    path: textOf(part['path'], [...path, 'path'], 1_000),
    required: flagOf(part['required'], [...path, 'required']),
    support: {
      pages: countOf(support['pages'], [...path, 'support', 'pages']),
      absent: countOf(support['absent'], [...path, 'support', 'absent']),
    },
    sources: listOf(part['sources'], [...path, 'sources'], 3, (one, at) => oneOf(one, SOURCES, at)),
  };
  if ('items' in part) {
    if (depth >= EXTRACTOR_BOUNDS.listDepth)
      fail(path, `lists are nested deeper than ${EXTRACTOR_BOUNDS.listDepth}`);
    return {
      ...base,
      items: listOf(part['items'], [...path, 'items'], EXTRACTOR_BOUNDS.locators, listLocatorOf),
      fields: listOf(part['fields'], [...path, 'fields'], MAX_FIELDS, (one, at) =>
        fieldOf(one, at, depth + 1),
      ),
    };
  }
  return {
    ...base,
    locators: listOf(part['locators'], [...path, 'locators'], EXTRACTOR_BOUNDS.locators, locatorOf),
    transform: transformOf(part['transform'], [...path, 'transform']),
    shape: shapeOf(part['shape'], [...path, 'shape']),
  };
}

function selectorOf(value: unknown, path: Path): string {
  const selector = textOf(value, path, 4 * EXTRACTOR_BOUNDS.textChars);
  return compilePageSelector(selector) ? selector : fail(path, 'it is no selector of a program');
}

function listLocatorOf(value: unknown, path: Path): ListLocator {
  const part = objectOf(value, path);
  return {
    ...(part['root'] === undefined ? {} : { root: rootOf(part['root'], [...path, 'root']) }),
    item: selectorOf(part['item'], [...path, 'item']),
    span: oneOf(part['span'], ['element', 'run'] as const, [...path, 'span']),
  };
}

function rootOf(value: unknown, path: Path): ListRoot {
  const part = objectOf(value, path);
  if (part['kind'] === 'selector')
    return { kind: 'selector', selector: selectorOf(part['selector'], [...path, 'selector']) };
  return {
    kind: oneOf(part['kind'], ['label'] as const, [...path, 'kind']),
    texts: textsIn(part['texts'], [...path, 'texts']),
    take: oneOf(part['take'], ['next', 'around'] as const, [...path, 'take']),
  };
}

function textsIn(value: unknown, path: Path): string[] {
  return listOf(value, path, 20, (one, at) => textOf(one, at));
}

const STATED = ['json-ld', 'microdata', 'rdfa', 'meta', 'state'] as const;

function locatorOf(value: unknown, path: Path): Locator {
  const locator = plainLocatorOf(value, path);
  const { part } = value as Part;
  if (part === undefined) return locator;
  const own = objectOf(part, [...path, 'part']);
  const text = (name: string) => textOf(own[name], [...path, 'part', name]);
  return { ...locator, part: { prefix: text('prefix'), suffix: text('suffix') } };
}

function plainLocatorOf(value: unknown, path: Path): Locator {
  const part = objectOf(value, path);
  const at = (name: string): Path => [...path, name];
  const text = (name: string, most?: number) => textOf(part[name], at(name), most);
  const attribute = part['attribute'] === undefined ? {} : { attribute: text('attribute') };
  const kind = oneOf(
    part['kind'],
    ['stated', 'label', 'attribute', 'selector', 'path', 'text'] as const,
    at('kind'),
  );
  switch (kind) {
    case 'stated':
      return { kind, syntax: oneOf(part['syntax'], STATED, at('syntax')), path: text('path') };
    case 'label':
      return {
        kind,
        texts: textsIn(part['texts'], at('texts')),
        side: oneOf(part['side'], ['before', 'after'] as const, at('side')),
        take: oneOf(part['take'], ['run', 'cell', 'own'] as const, at('take')),
        ...attribute,
        ...(part['gap'] === undefined ? {} : { gap: flagOf(part['gap'], at('gap')) }),
        ...(part['close'] === undefined ? {} : { close: flagOf(part['close'], at('close')) }),
        row: text('row'),
        cell: text('cell'),
      };
    case 'attribute':
    case 'selector':
      return { kind, selector: selectorOf(part['selector'], at('selector')), ...attribute };
    case 'path':
      return {
        kind,
        ...(part['selector'] === undefined ? {} : { selector: selectorOf(part['selector'], at('selector')) }),
        ...attribute,
        ...(part['text'] === undefined ? {} : { text: countOf(part['text'], at('text')) }),
      };
    case 'text':
      return {
        kind,
        prefix: text('prefix'),
        suffix: text('suffix'),
        scope: oneOf(part['scope'], ['inside', 'between'] as const, at('scope')),
        ...(part['selector'] === undefined ? {} : { selector: selectorOf(part['selector'], at('selector')) }),
      };
  }
}

function transformOf(value: unknown, path: Path): FieldTransform {
  const part = objectOf(value, path);
  const at = (name: string): Path => [...path, name];
  const kind = oneOf(
    part['kind'],
    ['text', 'number', 'currency', 'date', 'duration', 'uri', 'texts'] as const,
    at('kind'),
  );
  switch (kind) {
    case 'number':
      return {
        kind,
        decimal: oneOf(part['decimal'], [',', '.', 'any'] as const, at('decimal')),
        integer: flagOf(part['integer'], at('integer')),
      };
    case 'date':
      return {
        kind,
        monthFirst: flagOf(part['monthFirst'], at('monthFirst')),
        time: flagOf(part['time'], at('time')),
      };
    case 'duration':
      return {
        kind,
        unit: oneOf(part['unit'], ['seconds', 'minutes', 'hours', 'days'] as const, at('unit')),
      };
    case 'texts':
      return { kind, values: listOf(part['values'], at('values'), 500, seenTextOf) };
    default:
      return { kind };
  }
}

function seenTextOf(value: unknown, path: Path): { text: string; value: string | number | boolean } {
  const part = objectOf(value, path);
  const { value: own } = part;
  if (typeof own !== 'string' && typeof own !== 'number' && typeof own !== 'boolean')
    return fail([...path, 'value'], 'it is no text, number or boolean');
  return { text: textOf(part['text'], [...path, 'text']), value: own };
}

function shapeOf(value: unknown, path: Path): ValueShape {
  const part = objectOf(value, path);
  const range = (name: string): readonly [number, number] => {
    const list = listOf(part[name], [...path, name], 2, finiteOf);
    return list.length === 2 ? [list[0]!, list[1]!] : fail([...path, name], 'it is no range');
  };
  return {
    chars: range('chars'),
    words: range('words'),
    digits: range('digits'),
    ...(part['textWords'] === undefined ? {} : { textWords: range('textWords') }),
    ...(part['range'] === undefined ? {} : { range: range('range') }),
  };
}
