import { PageScanner } from './page-scanner.js';
import type { TreeBuilder } from './tree-builder.js';

/** Tags and texts of a page in a short form: `<p>`, `</p>`, `"text"`. */
function tokensOf(source: string, isForeign = false): string {
  const tokens: string[] = [];
  const builder = {
    isForeign,
    isInForeign: isForeign,
    text: (data: string) => tokens.push(JSON.stringify(data)),
    startTag: (name: string, attribs: Record<string, string>, closesItself: boolean) => {
      const list = Object.entries(attribs).map(([key, value]) => ` ${key}=${value}`);
      tokens.push(`<${name}${list.join('')}${closesItself ? '/' : ''}>`);
    },
    endTag: (name: string) => tokens.push(`</${name}>`),
  };
  new PageScanner(source, builder as unknown as TreeBuilder).run();
  return tokens.join('');
}

describe('PageScanner', () => {
  it.each([
    ['a<b>c</b>d', '"a"<b>"c"</b>"d"', 'tags and texts'],
    ['<P Class=A ID="b">', '<p class=A id=b>', 'names in lower case, values as written'],
    ['<a b = \'c d\' e="f>g" h>', '<a b=c d e=f>g h=>', 'values in quotes, without quotes, without value'],
    ['<a b=c/d>', '<a b=c/d>', 'a slash in a value without quotes'],
    ['<a b=>c', '<a b=>"c"', 'a value that is missing'],
    ['<a =b c"d>', '<a =b= c"d=>', 'stray characters as names'],
    ['<br/><br / ><a b="c"/>', '<br/><br/><a b=c/>', 'self-closing tags'],
    ['<a 1000 2=b c3=d>', '<a c3=d>', 'names that begin with a digit'],
    ['<a/b=c>', '<a b=c>', 'a slash before an attribute'],
    ['<a b="&amp;&lt" c=x&copy=1>', '<a b=&< c=x&copy=1>', 'references in values'],
    ['&amp;&lt;b&gt; &copy &unknown; &', '"&<b> © &unknown; &"', 'references in texts'],
    ['a < b <= c <3 <', '"a < b <= c <3 <"', 'less-than signs of texts'],
    ['a<!-- <b> -->c<!-->d<!--->e', '"acde"', 'texts that comments split'],
    ['a<!-- b --!>c<!----!>d<!--!>e-->f', '"acdf"', 'comments that end with --!>'],
    ['<script>a</script/>b', '<script>"a"</script>"b"', 'end tags of scripts with a slash'],
    ['a<!doctype html>b<?php ?>c<![if IE]>d', '"abcd"', 'declarations'],
    ['a</ b>c</>d</3>e', '"acde"', 'end tags without a name'],
    ['</p/></p x=">">', '</p></p>', 'end tags with more than a name'],
    [
      '<script><!--<script></script>--></script>a',
      '<script>"<!--<script><\\\\/script>-->"</script>"a"',
      'scripts in scripts',
    ],
    ['<plaintext>a</plaintext>', '<plaintext>"a</plaintext>"', 'text to the end of the page'],
    ['<textarea>&lt;b></textarea>', '<textarea>"<b>"</textarea>', 'references in text areas'],
    ['a\r\nb\rc', '"a\\nb\\nc"', 'line breaks of one kind'],
    ['<script>a<b>"</p>" &amp;</script >c', '<script>"a<b>\\"</p>\\" &amp;"</script>"c"', 'scripts'],
    ['<TITLE>a &amp; <b></Title>', '<title>"a & <b>"</title>', 'titles'],
    ['<textarea><p></textarea>', '<textarea>"<p>"</textarea>', 'text areas'],
    ['<style></styles></style>a', '<style>"</styles>"</style>"a"', 'names that begin like an end tag'],
    ['<titles>a<b>', '<titles>"a"<b>', 'names that begin like a raw element'],
  ])('%s → %s (%s)', (source, tokens) => {
    expect(tokensOf(source)).toBe(tokens);
  });

  it.each(['<b', '<b c', '<b c=', '<b c="d>', '</b', '<!-- b', '<!doctype', '<?b'])(
    'omits what does not end (%s)',
    (end) => {
      expect(tokensOf(`<p>a${end}`)).toBe('<p>"a"');
    },
  );

  it('reads the rest of a page as the text of a script without an end', () => {
    expect(tokensOf('<script>a<b></script')).toBe('<script>"a<b></script"');
  });

  it('reads CDATA sections as text in svg and math only', () => {
    expect(tokensOf('a<![CDATA[b > c]]>d', true)).toBe('"ab > cd"');
    expect(tokensOf('a<![CDATA[b > c]]>d')).toBe('"a c]]>d"');
    expect(tokensOf('a<![CDATA[b', true)).toBe('"ab"');
  });
});
