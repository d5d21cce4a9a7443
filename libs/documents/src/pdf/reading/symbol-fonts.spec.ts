import { symbolFont, symbolOf } from './symbol-fonts.js';

describe('symbolOf', () => {
  it.each([
    ['Wingdings', '\uF0A8', '☐'],
    ['Wingdings-Regular', '\uF0FE', '☑'],
    ['Wingdings', 'ü', '✓'],
    ['Wingdings2', 'R', '☑'],
    ['ZapfDingbats', '4', '✔'],
    ['ITCZapfDingbats', '\uF034', '✔'],
    ['ZaDb', 'l', '●'],
    ['Wingdings', '日', '日'],
  ])('reads in %s %j as %s', (name, unicode, symbol) => {
    expect(symbolOf(symbolFont(name)!, unicode)).toBe(symbol);
  });

  it.each(['Helvetica', 'Wingdings3', 'Symbol'])('knows no symbols of %s', (name) => {
    expect(symbolFont(name)).toBeNull();
  });
});
