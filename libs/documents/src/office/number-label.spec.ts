import { numberLabel, numberStyle } from './number-label.js';

describe('numberLabel', () => {
  it.each([
    ['cardinalText', 1, 'One'],
    ['cardinalText', 42, 'Forty-two'],
    ['cardinalText', 100, '100'],
    ['ordinalText', 3, 'Third'],
    ['ordinalText', 8, 'Eighth'],
    ['ordinalText', 20, 'Twentieth'],
    ['ordinalText', 21, 'Twenty-first'],
    ['ordinalText', 16, 'Sixteenth'],
    ['upperRoman', 4, 'IV'],
    ['unknown', 4, '4'],
  ])('writes in the format %s the number %i as %s', (style, number, expected) => {
    expect(numberLabel(number, numberStyle(style))).toBe(expected);
  });
});
