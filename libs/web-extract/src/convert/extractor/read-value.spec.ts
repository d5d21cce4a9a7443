import type { FieldTransform } from '../../model/extractor/extractor-program.js';
import { fitsShape, readValue, shapeOfValues } from './read-value.js';

const read = (raw: string, transform: FieldTransform, isMachine = false) =>
  readValue(raw, transform, { baseUrl: 'https://shop.example/a/', isMachine });
const number = (decimal: ',' | '.' | 'any', integer = false) =>
  ({ kind: 'number', decimal, integer }) as const;
const minutes = { kind: 'duration', unit: 'minutes' } as const;
const date = { kind: 'date', monthFirst: false, time: false } as const;

describe('a text is read as', () => {
  it.each([
    ['1.299,00 €', number(','), 1299],
    ['1 299,50 €', number(','), 1299.5],
    ['$1,299.00', number('.'), 1299],
    ['4,5', number('any'), 4.5],
    ['1.234', number('any'), 1234],
    ['-3,5 °C', number(','), -3.5],
    ['12,5 Stück', number(',', true), undefined],
    ['12.5', number(','), undefined],
    ['4 of 5', number('.'), undefined],
    ['on request', number('.'), undefined],
    ['Grey Sofa G59', number('any'), undefined],
    ['x2', number('any'), 2],
    ['USD59', number('.'), 59],
    ['12,90 €', { kind: 'currency' } as const, 'EUR'],
    ['CHF 5.00', { kind: 'currency' } as const, 'CHF'],
    ['€ 5 or $ 6', { kind: 'currency' } as const, undefined],
    ['1 h 15 min', minutes, 75],
    ['1 Stunde 5 Minuten', minutes, 65],
    ['1:15 h', minutes, 75],
    ['PT1H15M', minutes, 75],
    ['45', minutes, 45],
    ['15 min 1 h', minutes, undefined],
    ['soon', minutes, undefined],
    ['12. März 2027', date, '2027-03-12'],
    ['03/12/2027', { ...date, monthFirst: true }, '2027-03-12'],
    ['3 days ago', date, undefined],
    ['12:30', { kind: 'text' } as const, '12:30'],
  ])('%s (%j): %s', (raw, transform, value) => {
    expect(read(raw, transform)).toBe(value);
  });

  it('an address only of an attribute, resolved against the page', () => {
    expect(read('../b?x=1', { kind: 'uri' }, true)).toBe('https://shop.example/b?x=1');
    expect(read('#top', { kind: 'uri' }, true)).toBeUndefined();
    expect(read('javascript:alert(1)', { kind: 'uri' }, true)).toBeUndefined();
    expect(read('see below', { kind: 'uri' })).toBeUndefined();
  });

  it('a number of programs with a point, whatever the language of the page', () => {
    expect(read('1299.5', number(','), true)).toBe(1299.5);
  });
});

describe('the shape of a number', () => {
  it.each([
    [[3.2, 4.9, 4.1], 478, false],
    [[3.2, 4.9, 4.1], 1, true],
    [[79, 120, 95], 2_400, true],
    [[2, 900], 90_000, true],
    [[2, 900], 900_000, false],
    [[0, 0], 150, true],
    [[-3, -5], -1_000, false],
  ])('of the examples %j fits %d: %s', (examples, value, fits) => {
    expect(fitsShape(value, shapeOfValues(examples))).toBe(fits);
  });
});
