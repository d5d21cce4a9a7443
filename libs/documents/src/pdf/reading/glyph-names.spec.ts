import { composedGlyphs, isOnlyCode, textOfGlyphName } from './glyph-names.js';

describe('textOfGlyphName', () => {
  it.each([
    ['T_h', 'Th'],
    ['f_f_i.liga', 'ffi'],
    ['t_t', 'tt'],
    ['one.oldstyle', '1'],
    ['a.sc', 'a'],
    ['uni00660069', 'fi'],
    ['uni0041_uni0042', 'AB'],
    ['u1F600.x', '😀'],
  ])('reads %s as %s', (name, text) => {
    expect(textOfGlyphName(name)).toBe(text);
  });

  it.each(['A', 'fi', 'uni0041', '.notdef', 'g_12', 'x_y_unknown', 'a_b_c_d_e_f_g'])(
    'leaves %s to the font',
    (name) => {
      expect(textOfGlyphName(name)).toBeNull();
    },
  );
});

it('composed glyphs replace only characters that are no more than their code', () => {
  expect(composedGlyphs([undefined, 'f_i', 'A'])).toEqual(new Map([[1, 'fi']]));
  expect(composedGlyphs(undefined)).toBeNull();
  expect([
    isOnlyCode('\x01', 1),
    isOnlyCode('', 1),
    isOnlyCode('\uE001', 9),
    isOnlyCode('fi', 1),
    isOnlyCode('A', 1),
  ]).toEqual([true, true, true, false, false]);
});
