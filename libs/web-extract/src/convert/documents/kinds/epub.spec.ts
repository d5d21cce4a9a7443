import { DocumentDamagedError } from '../../../model/errors.js';
import { convertBytes } from '../convert-bytes.fixture.js';
import { zipFiles, type ZipFile } from '@web-extract/documents/containers/zip/zip-files.fixture.js';

interface Book {
  readonly metadata?: string;
  /** File, content and properties of each item, in spine order. */
  readonly items: readonly (readonly [file: string, body: string, properties?: string])[];
  readonly files?: readonly ZipFile[];
  /** Further elements of the manifest and of the package. */
  readonly manifest?: string;
  readonly more?: string;
  /** The whole `spine` element, instead of all items. */
  readonly spine?: string;
}

function epub({
  metadata = '',
  items,
  files = [],
  manifest: others = '',
  more = '',
  spine: order,
}: Book): Buffer {
  const manifest = items.map(
    ([file, , properties = ''], at) =>
      `<item id="i${at}" href="${file}" media-type="application/xhtml+xml" properties="${properties}"/>`,
  );
  const spine = items.map((_, at) => `<itemref idref="i${at}"/>`);
  return zipFiles([
    ['mimetype', 'application/epub+zip', { method: 0 }],
    [
      'META-INF/container.xml',
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    ],
    [
      'OPS/book.opf',
      `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${manifest.join('')}${others}</manifest>${order ?? `<spine>${spine.join('')}</spine>`}${more}</package>`,
    ],
    ...items.map(([file, body]): ZipFile => [
      `OPS/${file}`,
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="x"><head><title/></head><body>${body}</body></html>`,
    ]),
    ...files,
  ]);
}

describe('readEpub', () => {
  it('writes chapters in the order of the spine, without the list of chapters', async () => {
    const { markdown, metadata } = await convertBytes(
      epub({
        metadata:
          '<dc:title>A book</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator><dc:language>en</dc:language>',
        items: [
          ['nav.xhtml', '<nav><ol><li>One</li></ol></nav>', 'nav'],
          ['b.xhtml', '<h1>One</h1><p>first<a id="x"/> text</p>'],
          [
            'a.xhtml',
            '<nav epub:type="toc"><a href="b.xhtml">One</a></nav><h1>Two</h1><p><img src="p.png" alt="A map"/></p>',
          ],
          ['b.xhtml', '<p>once more</p>'],
        ],
      }),
    );
    expect(markdown!.trim()).toBe('# One\n\nfirst text\n\n# Two\n\n![A map]()');
    expect(metadata).toMatchObject({ title: 'A book', author: 'Ann, Bob', language: 'en' });
  });

  it('keeps notes together that stand in another chapter', async () => {
    const { markdown } = await convertBytes(
      epub({
        items: [
          ['one.xhtml', '<p>said<a epub:type="noteref" id="r1" href="notes.xhtml#fn1">1</a></p>'],
          ['notes.xhtml', '<ol><li id="fn1">by whom <a href="one.xhtml#r1">↩</a></li></ol>'],
        ],
      }),
    );
    expect(markdown!.trim()).toBe('said[^1]\n\n[^1]: by whom');
  });

  it('says what is protected, and reads the rest', async () => {
    const encryption =
      '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">' +
      '<e:EncryptedData><e:CipherData><e:CipherReference URI="OPS/a.xhtml"/></e:CipherData></e:EncryptedData>' +
      '<e:EncryptedData><e:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><e:CipherData><e:CipherReference URI="OPS/b.xhtml"/></e:CipherData></e:EncryptedData></encryption>';
    const { markdown, warnings } = await convertBytes(
      epub({
        items: [
          ['a.xhtml', '<p>noise</p>'],
          ['b.xhtml', '<p>free</p>'],
        ],
        files: [['META-INF/encryption.xml', encryption]],
      }),
    );
    expect(markdown).toBe('free');
    expect(warnings).toContain('1 of 2 chapters are protected and cannot be read');
  });

  it('opens nothing outside of the book', async () => {
    const items = [
      ['file:///etc/passwd', ''],
      ['../../../../etc/passwd.html', ''],
      ['a.xhtml', '<p>text</p>'],
    ] as const;
    expect((await convertBytes(epub({ items }))).markdown).toBe('text');
  });

  it('fails without a package file', async () => {
    const bytes = zipFiles([['mimetype', 'application/epub+zip', { method: 0 }]]);
    await expect(convertBytes(bytes)).rejects.toThrow(DocumentDamagedError);
  });

  const guide = (href: string) => `<guide><reference type="toc" href="${href}"/></guide>`;
  const links =
    '<h1>Contents</h1><p><a href="b.xhtml">Chapter one</a></p><p><a href="b.xhtml">Chapter two</a></p>';

  it.each([
    ['drops a contents page that the guide names', 'a.xhtml', links, false],
    ['keeps a page of which the guide names a place', 'a.xhtml#toc', links, true],
    [
      'keeps a chapter that the guide names',
      'a.xhtml',
      '<h1>Contents</h1><p>A long first chapter.</p>',
      true,
    ],
  ])('%s', async (_, href, body, isKept) => {
    const items = [
      ['a.xhtml', body],
      ['b.xhtml', '<p>text</p>'],
    ] as const;
    const { markdown } = await convertBytes(epub({ items, more: guide(href) }));
    expect(markdown!.includes('Contents')).toBe(isKept);
    expect(markdown).toContain('text');
  });

  const chapters = [
    ['a.xhtml', '<p class="h">Chapter <b>One</b></p><p>text</p><div id="s">Section</div><p>more</p>'],
    ['b.xhtml', '<h2>Own</h2><p>Chapter Two</p>'],
  ] as const;

  it.each([
    [
      'an NCX file',
      '<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
      [
        'OPS/toc.ncx',
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Chapter One</text></navLabel><content src="a.xhtml"/><navPoint><navLabel><text>Section</text></navLabel><content src="a.xhtml#s"/></navPoint></navPoint><navPoint><navLabel><text>Chapter Two</text></navLabel><content src="b.xhtml"/></navPoint></navMap></ncx>',
      ],
    ],
    [
      'a navigation document',
      '<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>',
      [
        'OPS/nav.xhtml',
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="landmarks"><ol><li><a href="b.xhtml">B</a></li></ol></nav><nav epub:type="toc"><ol><li><a href="a.xhtml">Chapter One</a><ol><li><a href="a.xhtml#s">Section</a></li></ol></li></ol></nav></body></html>',
      ],
    ],
  ] as const)(
    'makes headings of the titles in %s, in chapters without headings',
    async (_, manifest, file) => {
      const { markdown } = await convertBytes(epub({ items: chapters, manifest, files: [file] }));
      expect(markdown!.trim()).toBe(
        '# Chapter **One**\n\ntext\n\n## Section\n\nmore\n\n## Own\n\nChapter Two',
      );
    },
  );

  it('reads the alternative of a file that has no reader, and what the book shows for an embedded file', async () => {
    const manifest =
      '<item id="x" href="x.bin" media-type="application/x-game" fallback="y"/><item id="y" href="y.jpg" media-type="image/jpeg" fallback="i0"/>';
    const body = '<object data="quiz.xml" type="application/x-quiz"><p>Question</p></object>';
    const bytes = epub({ items: [['a.xhtml', body]], manifest });
    expect((await convertBytes(bytes)).markdown!.trim()).toBe('Question');
    const spine = '<spine><itemref idref="x"/></spine>';
    const other = epub({
      items: [],
      manifest: `${manifest}<item id="i0" href="b.xhtml" media-type="application/xhtml+xml"/>`,
      files: [
        ['OPS/b.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Instead</p></body></html>'],
      ],
      spine,
    });
    expect((await convertBytes(other)).markdown!.trim()).toBe('Instead');
  });

  it('reads the default of a switch, unless there is none', async () => {
    const one = '<epub:case required-namespace="urn:x"><p>special</p></epub:case>';
    const read = async (inside: string) =>
      (
        await convertBytes(epub({ items: [['a.xhtml', `<epub:switch>${inside}</epub:switch>`]] }))
      ).markdown!.trim();
    expect(await read(`${one}<epub:default><p>plain</p></epub:default>`)).toBe('plain');
    expect(await read(one)).toBe('special');
  });

  it('ends at alternatives in a circle', async () => {
    const manifest =
      '<item id="x" href="x.bin" media-type="a/b" fallback="y"/><item id="y" href="y.bin" media-type="a/b" fallback="x"/>';
    const spine = '<spine><itemref idref="x"/><itemref idref="i0"/></spine>';
    const bytes = epub({ items: [['a.xhtml', '<p>text</p>']], manifest, spine });
    expect((await convertBytes(bytes)).markdown!.trim()).toBe('text');
  });

  it('reads the description of a drawing without text', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg"><title>A pie</title><desc>Children eat it</desc><path d="M0 0"/></svg>';
    const { markdown } = await convertBytes(epub({ items: [['a.xhtml', drawing]] }));
    expect(markdown!.trim()).toBe('A pie\n\nChildren eat it');
  });

  it('reads the texts of drawings', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg"><style>x</style><text>One <tspan>line</tspan></text><text>Two</text></svg>';
    const { markdown } = await convertBytes(epub({ items: [['a.xhtml', drawing]] }));
    expect(markdown!.trim()).toBe('One line\n\nTwo');
  });
});
