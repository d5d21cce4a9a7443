import { readUrlList } from './url-list';

const read = (text: string) => readUrlList(Buffer.from(text));

describe('readUrlList', () => {
  it('reads lines of addresses with a byte order mark, comments, bullets, labels and bare domains', () => {
    const text =
      '\uFEFF# Pages to read\r\nhttps://a.example/x\r\n\n  // others\n- http://b.example/y?z=1\n2. c.example\nDocs: https://d.example/\n' +
      'e.example/path,the fifth\nhttps://f.example/ # the last\nA label with words\thttps://g.example:8080/\nmünchen.example'.replace(
        'münchen',
        'xn--mnchen-3ya',
      );
    expect(read(text)).toEqual([
      'https://a.example/x',
      'http://b.example/y?z=1',
      'c.example',
      'https://d.example/',
      'e.example/path',
      'https://f.example/',
      'https://g.example:8080/',
      'xn--mnchen-3ya.example',
    ]);
  });

  it('names the line of a bad address', () => {
    expect(() => read('https://a.example/\n\nhttps//b.example\nhttps://c.example/')).toThrow(
      'line 3 of the standard input is no address: "https//b.example"',
    );
  });

  it.each([
    '<html><body><a href="https://a.example/">a</a></body></html>',
    '# Title\n\nSome text about https://a.example/ and more of it.',
    'https://a.example/ is a site.\nIt has pages.\nThey are good.',
    '- [a](https://a.example/)\n- [b](https://b.example/)',
    '{"url":"https://a.example/"}',
    '%PDF-1.7\n\0',
    'report.pdf\nnotes.txt',
    'plain words',
    '# only a comment',
  ])('leaves another text to the converter: %j', (text) => {
    expect(read(text)).toBeNull();
  });

  it('takes linear time', () => {
    const started = performance.now();
    read(`https://a.example/\n${`${'a.'.repeat(4_000)} ${'x '.repeat(500)}\n`.repeat(100)}`.replace(/^/, ''));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
