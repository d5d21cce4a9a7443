import { readFontFacts } from './font-facts.js';

const isItalic = (name: string) => readFontFacts('f', { name }).isItalic;

describe('readFontFacts', () => {
  it.each([
    'ABCDEF+Serif-Italic',
    'Sans-BoldOblique',
    'Roman10-italic',
    'SERIF-ITALIC',
    'SansIt',
    'Book Slanted',
    'ABCDEF+CMTI10',
    'SFSL1000',
    'ABCDEF+Name83ee1dd.I',
    'Name83ee1dd.BI',
  ])('takes %s for slanted letters', (name) => {
    expect(isItalic(name)).toBe(true);
  });

  it.each([
    'Serif-Regular',
    'Digital-Regular',
    'Capital',
    'HOSPITAL',
    'Item-Bold',
    'ABCITA+Sans',
    'CMR10',
    'CMMI10',
  ])('takes %s for upright ones', (name) => {
    expect(isItalic(name)).toBe(false);
  });

  it.each(['Serif-Bold', 'ABCDEF+CMBX10', 'SFBX1200', 'CMSSBX10', 'CMBXTI10', 'Name83ee1dd.B', 'Name.BI'])(
    'takes %s for bold letters',
    (name) => {
      expect(readFontFacts('f', { name }).isBold).toBe(true);
    },
  );

  it.each(['Serif-Regular', 'CMR10', 'CMTI10', 'BXFont', 'Name.I', 'Name.C'])('takes %s for none', (name) => {
    expect(readFontFacts('f', { name }).isBold).toBe(false);
  });
});
