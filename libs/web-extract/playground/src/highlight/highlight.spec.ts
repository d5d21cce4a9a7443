import { highlight } from './highlight.js';
import { languageOf, type Language } from './languages.js';

const kinds = (text: string, language: Language) =>
  highlight(text, language)
    .filter(({ kind }) => kind !== null)
    .map(({ kind, text: part }) => [kind, part]);

describe('highlight', () => {
  it('separates names, strings, numbers and literals of JSON', () => {
    expect(kinds('{"a": "b\\"c", "d": [-1.5e3, null]}', 'json')).toEqual([
      ['name', '"a"'],
      ['string', '"b\\"c"'],
      ['name', '"d"'],
      ['number', '-1.5e3'],
      ['keyword', 'null'],
    ]);
  });

  it('separates tags, attributes and comments of HTML', () => {
    expect(kinds('<!-- c --><a class="x" href=\'y\'>T &amp; U</a>', 'html')).toEqual([
      ['comment', '<!-- c -->'],
      ['keyword', '<a'],
      ['name', 'class'],
      ['string', '"x"'],
      ['name', 'href'],
      ['string', "'y'"],
      ['number', '&amp;'],
      ['keyword', '</a'],
    ]);
  });

  it('separates headings, links and code of markdown', () => {
    expect(kinds('# Title\n\n- see [a](b) and `c`\n', 'markdown')).toEqual([
      ['keyword', '# Title'],
      ['mark', '- '],
      ['name', '[a](b)'],
      ['string', '`c`'],
    ]);
  });

  it('separates strings, keywords and comments of programs', () => {
    expect(kinds("const a = 'b'; // c", 'code')).toEqual([
      ['keyword', 'const'],
      ['string', "'b'"],
      ['comment', '// c'],
    ]);
  });

  it('separates commands, options and variables of shells', () => {
    expect(kinds(`curl -s 'u' -H "k: $KEY"`, 'shell')).toEqual([
      ['keyword', 'curl'],
      ['number', '-s'],
      ['string', "'u'"],
      ['number', '-H'],
      ['string', '"k: $KEY"'],
    ]);
  });

  it.each(['json', 'html', 'markdown', 'code', 'shell'] as const)(
    'keeps every character of %s',
    (language) => {
      for (const text of [
        '',
        '"\\"\\"',
        '<a "<b \'<!--',
        '`'.repeat(99),
        '[[[[(((',
        '\n\n',
        '/*',
        "'",
        'x'.repeat(50_000),
      ])
        expect(
          highlight(text, language)
            .map((token) => token.text)
            .join(''),
        ).toBe(text);
    },
  );

  it('knows the usual names of languages', () => {
    expect(['TS', 'bash', 'xml', 'json', 'brainf'].map(languageOf)).toEqual([
      'code',
      'shell',
      'html',
      'json',
      null,
    ]);
  });
});
