import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import * as joplin from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import * as classic from 'turndown-plugin-gfm';
import { convertHtml } from '../../convert-html.js';
import { MarkdownRules, type MarkdownPlugin } from './markdown-rules.js';

function convert(html: string, plugin?: MarkdownPlugin) {
  return convertHtml(`<body>${html}</body>`, {
    url: 'https://example.com/docs/',
    formats: ['markdown', 'html'],
    ...DEFAULT_CONVERSION,
    onlyMainContent: false,
    ...(plugin && { rules: new MarkdownRules(plugin) }),
  });
}

/** With one rule. */
function ruled(html: string, rule: TurndownService.Rule): string | null {
  return convert(html, (turndown) => turndown.addRule('own', rule)).markdown;
}

describe('rules of a host', () => {
  it.each<[string, string, TurndownService.Rule, string]>([
    [
      'text in a line, with its blanks outside',
      '<p>Some <mark> marked <b>words</b> </mark>here.</p>',
      { filter: 'mark', replacement: (content) => `==${content}==` },
      'Some ==marked **words**== here.',
    ],
    [
      'a block',
      '<p>Before</p><div class="note wide"><p>One</p><p>Two</p></div>',
      {
        filter: (node) => node.classList.contains('note'),
        replacement: (content) => `\n\n> [!NOTE]\n${content.trim().replace(/^/gm, '> ')}\n\n`,
      },
      'Before\n\n> [!NOTE]\n> One\n> \n> Two',
    ],
    [
      'what holds no text',
      '<p>See <img src="/a.png" alt="A"> and <img src="b.png">.</p>',
      { filter: 'img', replacement: (_, node) => `{{${node.src}}}` },
      'See {{https://example.com/a.png}} and {{https://example.com/docs/b.png}}.',
    ],
    [
      'links, with brackets in their text escaped',
      '<p><a href="/x" title="t">a [b]</a> <a href="javascript:alert(1)">c</a></p>',
      { filter: 'a', replacement: (content, node) => `[${content}](<${node.href}>)` },
      '[a \\[b\\]](<https://example.com/x>) [c](<>)',
    ],
    [
      'code, as it was written',
      '<p><code>a*b*[c]</code></p>',
      { filter: 'code', replacement: (content) => `\`\`${content}\`\`` },
      '``a*b*[c]``',
    ],
    [
      'headings',
      '<h1>One <em>two</em></h1><h2>Three</h2>',
      { filter: ['h1', 'h2'], replacement: (content, node) => `\n\n${node.nodeName} ${content}\n\n` },
      'H1 One *two*\n\nH2 Three',
    ],
    [
      'items of lists',
      '<ol start="3"><li>three</li> <li>four<ul><li>in it</li></ul></li></ol>',
      {
        filter: 'li',
        replacement: (content, node) => {
          const at = Array.prototype.indexOf.call(node.parentNode!.children, node);
          const isLast = node.nextSibling === null;
          return `${node.parentNode!.nodeName} ${at}: ${content.trim()}${isLast ? '' : '\n'}`;
        },
      },
      'OL 0: three\nOL 1: four\nUL 0: in it',
    ],
    [
      'whole lists and tables, of which the content is what they would be',
      '<ul><li>a</li><li>b</li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>b</td><td>c</td></tr></table>',
      { filter: ['ul', 'table'], replacement: (content) => `\n\n<<\n${content.trim()}\n>>\n\n` },
      '<<\n- a\n- b\n>>\n\n<<\n| A | B |\n| --- | --- |\n| b | c |\n>>',
    ],
    [
      'cells of a table, which stay in their line',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>b|c</td><td>d</td></tr></table>',
      { filter: 'td', replacement: (content) => `\n${content}\n!` },
      '| A | B |\n| --- | --- |\n| b\\|c ! | d ! |',
    ],
    [
      'parts of a heading, which stay in its line',
      '<h2>One <span class="x">two</span></h2>',
      { filter: 'span', replacement: (content) => `\n\n${content}!\n\n` },
      '## One two!',
    ],
    [
      'nothing, where nothing is to be seen',
      '<p>a <span class="icon"></span>b</p>',
      { filter: 'span', replacement: () => 'never' },
      'a b',
    ],
  ])('write %s', (_, html, rule, markdown) => {
    expect(ruled(html, rule)).toBe(markdown);
  });

  it('keep elements as clean HTML, remove others, and stand before turndown asks for either', () => {
    const { markdown } = convert(
      '<p><kbd onclick="x()">Ctrl</kbd> <u>under</u> <b>bold</b></p><video src="v.mp4"></video><p>end</p>',
      (turndown) => turndown.keep(['kbd', 'u', 'b']).remove('video'),
    );
    expect(markdown).toBe('<kbd>Ctrl</kbd> <u>under</u> **bold**\n\nend');
  });

  it('may escape text in a way of their own', () => {
    const { markdown } = convert('<p>a*b* <b>[c](d)</b></p>', (turndown) => {
      turndown.escape = (text) => text;
    });
    expect(markdown).toBe('a*b* **[c](d)**');
  });

  it('may add something at the end of the page', () => {
    const seen: string[] = [];
    const rule = {
      filter: 'abbr' as const,
      replacement: (content: string, node: { title: string }) => {
        seen.push(`*[${content}]: ${node.title}`);
        return content;
      },
      append: () => `\n\n${seen.splice(0).join('\n')}\n\n`,
    };
    const html = '<p><abbr title="HyperText">HT</abbr> <abbr title="World Wide Web">WWW</abbr></p>';
    expect(ruled(html, rule)).toBe('HT WWW\n\n*[HT]: HyperText\n*[WWW]: World Wide Web');
  });

  it('leave the HTML and all else as they are', () => {
    const html = '<p>One  <mark>two</mark> [x](y)</p>';
    const { markdown: _, stageMs: __, ...others } = convert(html, (turndown) => turndown.keep('mark'));
    const { markdown: ___, stageMs: ____, ...plain } = convert(html);
    expect(others).toEqual(plain);
  });

  it('that fail leave their elements as they would be, with a warning each', () => {
    const { markdown, warnings } = convert('<p>one <b>two</b> <i>three</i></p><p>four</p>', (turndown) => {
      turndown.addRule('throws', {
        filter: 'p',
        replacement: () => {
          throw new Error('no such thing');
        },
      });
      turndown.addRule('is silent', { filter: 'b', replacement: () => undefined as unknown as string });
      turndown.addRule('cannot tell', {
        filter: (node) => {
          if (node.nodeName === 'I') throw new Error('odd element');
          return false;
        },
      });
    });
    expect(markdown).toBe('one two *three*\n\nfour');
    expect([...warnings].sort()).toEqual([
      'A markdown rule of this service failed at <b>: it returned no text',
      'A markdown rule of this service failed at <i>: odd element',
      'A markdown rule of this service failed at <p>: no such thing',
    ]);
  });
});

describe('a published plugin', () => {
  const PAGE = `
    <p>Some <del>gone</del> text.</p>
    <table>
      <thead><tr> <th>A</th> <th align="right">B</th> </tr></thead>
      <tbody><tr><td>1 <del>x</del></td> <td>2</td></tr> <tr><td></td><td><b>z</b></td></tr></tbody>
    </table>
    <table><tr><td>no</td><td>head</td></tr><tr><td>c</td><td>d</td></tr></table>
    <div class="highlight-source-js"><pre>let a = *1*;\nb</pre></div>`;

  it.each([
    ['turndown-plugin-gfm', classic.gfm],
    ['@joplin/turndown-plugin-gfm', joplin.gfm],
  ])('%s makes of a page what it makes of it in turndown', (_, plugin) => {
    const turndown = new TurndownService({ headingStyle: 'atx' }).use(plugin);
    const { markdown, warnings } = convert(PAGE, plugin);
    // a parser of its own, which puts bodies into tables
    expect(markdown).toBe(turndown.turndown(PAGE).replace(/<table><tbody>(.*)<\/tbody>/, '<table>$1'));
    expect(warnings).toEqual([]);
  });

  it.each([
    ['turndown-plugin-gfm', classic.gfm],
    ['@joplin/turndown-plugin-gfm', joplin.gfm],
  ])('%s marks tasks', (_, plugin) => {
    const tasks =
      '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>';
    expect(convert(tasks, plugin).markdown).toBe('- [x]  done\n- [ ]  open');
  });
});
