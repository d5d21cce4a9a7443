import { DEFAULT_DOCUMENT_SETTINGS } from '../../settings.js';
import { DocumentBudget } from '../../document-budget.js';
import { parseXml, readXml } from './read-xml.js';
import type { XmlElement } from './xml-element.js';

const budget = () => new DocumentBudget({ ...DEFAULT_DOCUMENT_SETTINGS, timeMs: 60_000 });

/** Serializes an element to one line: names, attributes and text in document order. */
function shown(node: XmlElement | string | null): string {
  if (typeof node === 'string') return `"${node}"`;
  if (node === null) return 'nothing';
  const attribs = Object.entries(node.attribs).map(([name, value]) => ` ${name}=${value}`);
  return `${node.name}${attribs.join('')}(${node.children.map(shown).join(' ')})`;
}

describe('parseXml', () => {
  it.each([
    ['<a><b c="1" d=\'2\'/>text</a>', 'a(b c=1 d=2() "text")', 'tags, attributes and text'],
    ['\ufeff<?xml version="1.0"?>\n<!DOCTYPE a>\n<!-- <x> --><a/>', 'a()', 'what stands before the root'],
    ['<a>1 &lt; 2 &amp;&#65;&#x42; &unknown; &</a>', 'a("1 < 2 &AB &unknown; &")', 'references'],
    ['<a b="&quot;x&quot; > y"/>', 'a b="x" > y()', 'references and brackets in attributes'],
    ['<a>one<![CDATA[<two> &amp; ]]>three</a>', 'a("one<two> &amp; three")', 'character data'],
    ['<a>one<!-- - -> -->two</a>', 'a("onetwo")', 'comments'],
    ['<a\n b = "1"\t c\n/>', 'a b=1 c=()', 'blanks, and an attribute without a value'],
    ['<a b=1 c=2>x</a >', 'a b=1 c=2("x")', 'values without quotes'],
    ['<a b="1" b="2"/>', 'a b=1()', 'the first of two attributes of one name'],
    ['<a><b>x</a>', 'a(b("x"))', 'an end that is missing'],
    ['<a></c>x</a>', 'a("x")', 'an end of what never began'],
    ['<a>x<b>y', 'a("x" b("y"))', 'a file that was cut off in a text'],
    ['<a>x<b c="1', 'a("x")', 'a file that was cut off in a tag'],
    ['<a>x<![CDATA[y', 'a("xy")', 'a file that was cut off in character data'],
    ['<a>x<!-- y', 'a("x")', 'a file that was cut off in a comment'],
    ['<a>1 < 2</a>', 'a("1 < 2")', 'a bracket that opens nothing'],
    ['<a/ b="1" "=>x</a>', 'a b=1("x")', 'signs that belong to nothing'],
    ['no markup', 'nothing', 'what is no XML'],
    ['', 'nothing', 'nothing'],
  ])('reads %j as %s (%s)', (text, expected) => {
    expect(shown(parseXml(text, budget()))).toBe(expected);
  });

  it('knows namespaces by their own names, whatever prefixes a file has for them', () => {
    const text =
      '<s:document xmlns:s="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><s:p s:val="1"/></s:document>';
    const root = parseXml(text, budget());
    expect([root?.name, root?.child('w:p')?.attr('w:val')]).toEqual(['w:document', '1']);
  });

  it('reads as many attributes as anybody needs, and elements as deep', () => {
    const many = Array.from({ length: 1000 }, (_, n) => `a${n}="${n}"`).join(' ');
    expect(Object.keys(parseXml(`<a ${many}/>`, budget())!.attribs)).toHaveLength(100);
    expect(parseXml('<a>'.repeat(100_000), budget())!.text).toBe('');
  });

  it.each(['<', '<a ', '<a b', '<a b="', '<!--', '<![CDATA[', '</', '<a b=">', '&', '<a b= '])(
    'comes to an end in a file of nothing but %j',
    (part) => {
      expect(() => parseXml(part.repeat(200_000), budget())).not.toThrow();
    },
  );
});

describe('readXml', () => {
  it('skips unwanted elements, and reports the others in order', () => {
    const told: string[] = [];
    readXml('<a><skip><take>no</take></skip><take n="1">yes</take><b>unread</b></a>', budget(), {
      open: (name) => (name === 'take' || name === 'skip' ? name : 'enter'),
      take: (element) => told.push(shown(element)),
      close: (name) => told.push(`/${name}`),
    });
    expect(told).toEqual(['take n=1("yes")', '/b', '/a']);
  });

  it('tells the text of entered elements to who asks for it, and of no others', () => {
    const told: string[] = [];
    readXml('<a>one<b>&lt;two<![CDATA[>]]></b><skip>no</skip><take>no</take></a>', budget(), {
      open: (name) => (name === 'take' || name === 'skip' ? name : 'enter'),
      take: () => {},
      text: (text) => told.push(text),
      close: (name) => told.push(`/${name}`),
    });
    expect(told).toEqual(['one', '<two>', '/b', '/a']);
  });

  it('spends the budget on elements, also on those that nobody wants', () => {
    const few = budget();
    few.spend('elements', 5_999_990); // of a limit of six million
    const text = `<a>${'<b/>'.repeat(20)}</a>`;
    expect(() => readXml(text, few, { open: () => 'skip', take: () => {} })).toThrow(/elements/);
  });
});
