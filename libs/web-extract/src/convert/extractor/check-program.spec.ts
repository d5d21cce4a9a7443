import { EXTRACTOR_BOUNDS } from '../../model/extractor/extractor-program.js';
import { checkExtractorSchema, checkProgram } from './check-program.js';
import { itemOf, learnShop, runOn, shopPage } from './extractor-pages.fixture.js';

const { program } = learnShop();
const copy = () => JSON.parse(JSON.stringify(program)) as Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any

describe('a program of a stranger', () => {
  it('is accepted if it is one, and reads the same', () => {
    expect(checkProgram(copy())).toEqual(program);
    expect(runOn(checkProgram(copy()), shopPage(itemOf(9))).data).toEqual(itemOf(9));
  });

  it('loses unknown fields', () => {
    const foreign = copy();
    foreign['script'] = 'rm -rf';
    foreign['templates'][0].fields[0].hook = { url: 'http://evil.example' };
    expect(checkProgram(foreign)).toEqual(program);
  });

  it.each([
    ['no object', () => null],
    ['of another kind', () => ({ ...copy(), kind: 'other' })],
    ['of another format', () => ({ ...copy(), format: 2 })],
    ['without a schema', () => ({ ...copy(), schema: [] })],
    ['too large', () => ({ ...copy(), id: 'x'.repeat(EXTRACTOR_BOUNDS.programChars) })],
    [
      'with too many templates',
      () => ({ ...copy(), templates: Array.from({ length: 21 }, () => copy()['templates'][0] as unknown) }),
    ],
    [
      'with too many locators',
      () => withLocators(Array.from({ length: 6 }, () => ({ kind: 'selector', selector: 'p' }))),
    ],
    ['with a selector that is none', () => withLocators([{ kind: 'selector', selector: 'p:has(> a):not(' }])],
    ['with a selector of many steps', () => withLocators([{ kind: 'selector', selector: 'a b i u p' }])],
    ['with an unknown locator', () => withLocators([{ kind: 'script', code: '1' }])],
    ['with a negative count', () => ({ ...copy(), version: -1 })],
    [
      'with a long label',
      () =>
        withLocators([
          { kind: 'label', texts: ['x'.repeat(201)], side: 'before', take: 'run', row: '', cell: '' },
        ]),
    ],
    ['with deeply nested lists', () => nested(4)],
  ])('is refused if it is %s', (_, make) => {
    expect(() => checkProgram(make())).toThrow(/program/);
  });

  it('is refused if it has a cycle', () => {
    const cyclic = copy();
    cyclic['schema'].self = cyclic;
    expect(() => checkProgram(cyclic)).toThrow(/characters/);
  });
});

describe('a schema', () => {
  it('is an object of at most 100 properties and depth 6', () => {
    expect(() => checkExtractorSchema(program.schema)).not.toThrow();
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, { type: 'string' }]));
    let deep: object = { type: 'string' };
    for (let n = 0; n < 8; n++) deep = { type: 'object', properties: { a: deep } };
    for (const schema of ['x', null, [], { type: 'string' }, { type: 'object', properties: many }, deep])
      expect(() => checkExtractorSchema(schema)).toThrow();
  });
});

function withLocators(locators: readonly object[]): unknown {
  const changed = copy();
  changed['templates'][0].fields[0].locators = locators;
  return changed;
}

function nested(levels: number): unknown {
  const changed = copy();
  const list = changed['templates'][0].fields.find((field: { items?: unknown }) => field.items);
  let inner = list;
  for (let n = 0; n < levels; n++) inner = { ...list, fields: [inner] };
  changed['templates'][0].fields = [inner];
  return changed;
}
