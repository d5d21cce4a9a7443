import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import { convertHtml } from '../../convert-html.js';

const SENTENCE = 'The ferry leaves at eight in the morning, and the harbour is quiet. ';
const BODY = SENTENCE.repeat(8).trim();
const HTML_BODY = `<p>${BODY}</p><p>It returns at <b>noon</b>.</p>`;

const shell = (scripts: string, text = '') =>
  `<html><head><title>Ferry</title></head><body><div id="__next">${text}</div>${scripts}<script src="/app.js"></script></body></html>`;
const data = (id: string, state: unknown) =>
  `<script id="${id}" type="application/json">${JSON.stringify(state).replaceAll('<', String.raw`\u003c`)}</script>`;
const push = (piece: string) =>
  `<script>self.__next_f.push([1,${JSON.stringify(piece).replaceAll('<', String.raw`\u003c`)}])</script>`;

function convert(html: string) {
  const options = { ...DEFAULT_CONVERSION, url: 'https://site.example/', formats: ['markdown'] as const };
  return convertHtml(html, { ...options, onlyMainContent: true });
}

describe('the state of a framework', () => {
  it.each([
    [
      'Next',
      data('__NEXT_DATA__', {
        props: { pageProps: { post: { title: 'Timetable', body: HTML_BODY, slug: 'a' } } },
      }),
    ],
    ['Nuxt', data('__NUXT_DATA__', [['Reactive', 1], { title: 2, content: 3 }, 'Timetable', HTML_BODY])],
    [
      'a global variable',
      `<script>window.__INITIAL_STATE__ = ${JSON.stringify({ page: { title: 'Timetable', content: HTML_BODY } })};</script>`,
    ],
    [
      'flight data',
      push(
        `0:{"f":[["$","main",null,{"children":["$L1",["$","p",null,{"children":["It returns at ",["$","b",null,{"children":"noon"}],"."]}]]}],["$","nav",null,{"children":["$","p",null,{"children":"Home"}]}]]}\n1:["$","p",null,{"children":"${BODY}"}]\n`,
      ),
    ],
    [
      'properties of client components',
      push(
        `0:["$","$L2",null,{"article":{"title":"Timetable","body":"$3"}}]\n3:T${HTML_BODY.length.toString(16)},${HTML_BODY}`,
      ),
    ],
  ])('gives the text of a page without text: %s', (_, script) => {
    const { markdown, warnings, browserHint } = convert(shell(script));

    expect(markdown).toContain(BODY);
    expect(markdown).toMatch(/It returns at (?:\*\*)?noon/);
    expect(markdown).not.toContain('Home');
    expect(warnings.join()).toContain('data of its framework');
    expect(browserHint!.isNeeded).toBe(true);
  });

  it.each([
    [
      'a page with text',
      shell(data('__NEXT_DATA__', { body: BODY }), `<p>${'Own words of the page. '.repeat(20)}</p>`),
    ],
    [
      'two long texts',
      shell(
        data('__NEXT_DATA__', {
          posts: [{ body: BODY }, { body: 'Another text of the same length. '.repeat(16) }],
        }),
      ),
    ],
    ['translations', shell(data('__NEXT_DATA__', { i18n: { terms: { body: BODY } } }))],
    ['code', shell(data('__NEXT_DATA__', { body: 'if (a) { b = [c]; } else { d = e; } '.repeat(20) }))],
    ['broken data', shell('<script id="__NEXT_DATA__">{"body":"</script>')],
  ])('is left alone for %s', (_, html) => {
    expect(convert(html).warnings.join()).not.toContain('data of its framework');
  });

  it('gives no scripts', () => {
    const body = `${HTML_BODY}<script>alert(1)</script><img src="x" onerror="alert(1)">`;

    expect(convert(shell(data('__NEXT_DATA__', { body }))).markdown).not.toContain('alert');
  });

  it('ends for data that refers to itself', () => {
    expect(convert(shell(push('0:["$","p",null,{"children":"$1"}]\n1:["$0","$1","$1"]\n'))).markdown).toBe(
      '',
    );
  });
});
