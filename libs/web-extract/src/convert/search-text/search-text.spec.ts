import { searchTextOf } from './search-text.js';

const ofMarkdown = (markdown: string) => searchTextOf({ markdown });
const ofHtml = (rawHtml: string) => searchTextOf({ markdown: null, rawHtml });

describe('searchTextOf', () => {
  it.each([
    ['# A\n\nsee [this](https://a.test/x) now', '# A\n\nsee [this] now', 'a link'],
    ['![alt](/i.png) and [b](/c)', '![alt] and [b]', 'a picture and a link'],
    ['[a](b c) d', '[a](b c) d', 'a target with a blank is none'],
    ['[a](b](c) d', '[a] d', 'the first target wins'],
    ['[a](', '[a](', 'a target without an end'],
    ['[a]() b', '[a] b', 'an empty target'],
  ])('%j becomes %j (%s)', (markdown, text) => {
    expect(ofMarkdown(markdown)).toBe(text);
  });

  it.each([
    ['<p>one</p><p>two', ' one  two', 'tags'],
    ['a<script>no("<b>")</script >b', 'a b', 'a script'],
    ['a<STYLE x>no</Style>b', 'a b', 'a style'],
    ['a<script>yes', 'a yes', 'a script without an end'],
    ['<scripty>yes</scripty>', ' yes ', 'another element'],
    ['a < b', 'a < b', 'a sign without an end'],
    ['a<style>no</style>b<style>yes', 'a b yes', 'the last style has no end'],
  ])('HTML %j becomes %j (%s)', (html, text) => {
    expect(ofHtml(html)).toBe(text);
  });

  it('takes the beginning of long pages', () => {
    expect(ofMarkdown('word '.repeat(100_000))).toHaveLength(20_000);
    expect(ofHtml('<b>'.repeat(400_000) + 'word')).toHaveLength(20_000);
  });
});
