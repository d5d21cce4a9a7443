import { cutAtEvidence, findEvidence } from './evidence.js';

const TEXT = 'Storm lamp, model S-7. It costs $1,299.50 and weighs 2 kg; 22 were sold. Lamps burn.';
const placeOf = (value: unknown, text = TEXT) => {
  const at = findEvidence({ value }, text)[0]?.at;
  return at ? text.slice(at.from, at.to) : null;
};

describe('the evidence of a value', () => {
  it.each([
    ['storm LAMP', 'Storm lamp'],
    ['S-7', 'S-7'],
    [1299.5, '1,299.50'],
    [2, '2'],
    [22, '22'],
  ])('is where it stands: %s', (value, found) => {
    expect(placeOf(value)).toBe(found);
  });

  it('is no part of another word or number', () => {
    expect(placeOf('urn')).toBeNull();
    expect(placeOf(2, 'there are 22')).toBeNull();
    expect(placeOf('gone')).toBeNull();
  });

  it('is found for all that lies in lists and objects', () => {
    const found = findEvidence({ a: [{ name: 'Storm lamp' }, { name: null }], b: true, c: 'x' }, TEXT);
    expect(found.map(({ path, at }) => [path, at !== null])).toEqual([
      ['a.0.name', true],
      ['c', false],
    ]);
  });

  it('cuts the text, each piece once', () => {
    const evidence = findEvidence({ whole: 'Storm lamp', part: 'lamp', sold: 22 }, TEXT);
    const pieces = cutAtEvidence(TEXT, evidence);
    expect(pieces.map(({ text }) => text).join('')).toBe(TEXT);
    expect(pieces.filter(({ path }) => path !== null)).toEqual([
      { text: 'Storm lamp', path: 'whole' },
      { text: '22', path: 'sold' },
    ]);
  });
});
