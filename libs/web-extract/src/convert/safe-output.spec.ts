import { DEFAULT_CONVERSION } from '../model/page/conversion.js';
import MarkdownIt from 'markdown-it';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { convertHtml } from './convert-html.js';

/** Renders markdown with the most permissive settings: HTML and all links are allowed. */
const renderer = new MarkdownIt({ html: true, linkify: true });
renderer.validateLink = () => true;

const RUNS = 'alert(1)';

/** URLs that execute code or embed a page, in the spelling of attackers. */
const ADDRESSES = [
  `javascript:${RUNS}`,
  `JaVaScRiPt:${RUNS}`,
  `${' '.repeat(70)}javascript:${RUNS}`,
  `${'&#1;'.repeat(70)}javascript:${RUNS}`,
  `&#31;&#8;javascript:${RUNS}`,
  `java${'\n'.repeat(70)}script:${RUNS}`,
  `java&#9;script:${RUNS}`,
  `java&Tab;script&colon;${RUNS}`,
  `java&NewLine;script:${RUNS}`,
  `java\r\nscript\t:${RUNS}`,
  `&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;${RUNS}`,
  `&#0000106avascript:${RUNS}`,
  `javascript&#58;${RUNS}`,
  `javascript://x%0a${RUNS}`,
  `\u00a0javascript:${RUNS}`,
  `vbscript:msgbox(1)`,
  ` VBSCRIPT\t:x`,
  `data:text/html,<script>${RUNS}</script>`,
  `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `&#9;data:text/html,x`,
  `data:application/xhtml+xml,<x/>`,
  `data:,x`,
  `blob:https://site.example/1`,
  `filesystem:https://site.example/x`,
  `view-source:javascript:${RUNS}`,
  `feed:javascript:${RUNS}`,
  `jar:javascript:${RUNS}!/x`,
  `livescript:${RUNS}`,
  `file:///etc/passwd`,
];

/** Places for URLs. */
const PLACES: readonly ((address: string) => string)[] = [
  (x) => `<a href="${x}" title="t">words</a>`,
  (x) => `<a href='${x}'><b>words</b></a>`,
  (x) => `<a href="${x}"><h2>words</h2><p>more</p></a>`,
  (x) => `<a ping="${x}" xlink:href="${x}">words</a>`,
  (x) => `<area href="${x}"><map name=m><area href="${x}"></map>`,
  (x) => `<form action="${x}"><button formaction="${x}">b</button><input type=submit formaction="${x}"></form>`,
  (x) => `<iframe src="${x}" title="frame"></iframe><frame src="${x}"><embed src="${x}"><object data="${x}"></object>`,
  (x) => `<img src="${x}" alt=i longdesc="${x}"><img srcset="${x} 2x" lowsrc="${x}" dynsrc="${x}" alt=i>`,
  (x) => `<img data-src="${x}" alt=i><noscript><img src="${x}" alt=i></noscript>`,
  (x) => `<picture><source srcset="${x}"><img alt=i></picture><image src="${x}" href="${x}">`,
  (x) => `<video src="${x}" poster="${x}"><source src="${x}"><track src="${x}"></video><audio src="${x}" title="a"></audio>`,
  (x) => `<blockquote cite="${x}">q</blockquote><q cite="${x}">q</q><del cite="${x}">d</del><ins cite="${x}">i</ins>`,
  (x) => `<table background="${x}"><tr><td background="${x}"><a href="${x}">c</a></td></tr></table>`,
  (x) => `<svg><a xlink:href="${x}"><text>t</text></a><use href="${x}"/><animate attributeName="href" to="${x}" values="a;${x}"/></svg>`,
  (x) => `<math href="${x}"><mi xlink:href="${x}">x</mi><maction actiontype="statusline" xlink:href="${x}">y</maction></math>`,
  (x) => `<meta http-equiv=refresh content="0;url=${x}"><link rel=icon href="${x}"><link rel=stylesheet href="${x}">`,
  (x) => `<base href="${x}"><p><a href="//x%0aalert(1)">a</a><a href="#f">b</a><img src="i.png" alt=i>`,
  (x) => `<p style="background:url('${x}');behavior:url(${x})">styled</p>`,
  (x) => `<x-link target="${x}" unknown="${x}">c</x-link><animate from="${x}" to="${x}" by="${x}" values="x;${x}"></animate>`,
  (x) => `<ul><li><code><a href="${x}">c</a></code></ul><sup><a href="${x}">1</a></sup>`,
  (x) => `<p>[a](${x}) &lt;${x}&gt; ![i](${x}) [r][r]</p><p>[r]: ${x}</p>`,
  (x) => `<p><math><annotation encoding="application/x-tex">[a](${x}) \\href{${x}}{x}</annotation></math></p>`,
]; // prettier-ignore

const IMG = '&lt;img src=x onerror=alert(1)&gt;';

/** Markup of pages and fragments. */
const MARKUP = [
  '<script>alert(1)</script>', '<scr<script>ipt>alert(1)</script>', '<img src=x onerror=alert(1)>', '<img/src=x/onerror=alert(1)>',
  '<p ONCLICK=alert(1) onmouseover = "alert(1)">x', '<body onload=alert(1)><p>x', '<div onfocus=alert(1) tabindex=1 autofocus>x</div>',
  '<details open ontoggle=alert(1)><summary>s</summary>d</details>', '<marquee onstart=alert(1)>m</marquee>', '<input onfocus=alert(1)>',
  '<ul><li><input type=checkbox onfocus=alert(1) autofocus> t</ul>', '<video><source onerror=alert(1)></video>', '<a href=x onclick=alert(1)>a</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>', `<iframe srcdoc='${IMG}'></iframe>`, '<svg onload=alert(1)>', '<svg><script>alert(1)</script>',
  '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>', '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>', '<div><template shadowrootmode=open><img src=x onerror=alert(1)></template></div>',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>', '<title></title><img src=x onerror=alert(1)>', '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">', '<iframe><p title="</iframe><img src=x onerror=alert(1)>"></iframe>',
  '<plaintext><img src=x onerror=alert(1)>', '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>', '<!--><img src=x onerror=alert(1)>-->', '<!--!><img src=x onerror=alert(1)>',
  '<![CDATA[><img src=x onerror=alert(1)>]]>', '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>', '<?xml ><img src=x onerror=alert(1)>?>', '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<select><template><img src=x onerror=alert(1)></select>', '<table><svg><style><img src=x onerror=alert(1)></table>', '<p a"><img src=x onerror=alert(1)>=1>x', '<a"b onclick=alert(1)>w</a"b>',
  '<p x-on:click="alert(1)" v-on:click="alert(1)" @click="alert(1)" ng-click="alert(1)" hx-on:click="alert(1)" x-init="alert(1)">x</p>', '<a href="https://a.example/" is="x-a" _="on click alert(1)">a</a>',
  '<object data="x.swf"><param name=movie value="javascript:alert(1)"></object>', '<embed src=x.swf>', '<applet code=x></applet>', '<frameset onload=alert(1)><frame src="javascript:alert(1)">',
  '<isindex action="javascript:alert(1)">', '<keygen autofocus onfocus=alert(1)>', '<dialog open oncancel=alert(1)>x</dialog>', '<link rel=import href="data:text/html,x"><p>y',
  // text that looks like markup stays text
  `<p>${IMG}</p>`, `<p>&lt;script&gt;alert(1)&lt;/script&gt;`, `<p>&amp;lt;img src=x onerror=alert(1)&amp;gt;`, `<p>&lt;<b>img src=x onerror=alert(1)&gt;</b>`, `<p>&lt;<span>img src=x onerror=alert(1)</span>&gt;`,
  `<p>&lt;<!-- -->img src=x onerror=alert(1)&gt;`, `<p>&lt;!-- <img src=x onerror=alert(1)> --&gt;`, `<h1>${IMG}</h1>`, `<ul><li>${IMG}<ul><li>${IMG}</ul></ul>`, `<blockquote>${IMG}</blockquote>`,
  `<table><tr><th>${IMG}<th>b<tr><td>${IMG}<td>|${IMG}</table>`, `<a href="https://a.example/" title='"&gt;${IMG}'>${IMG}</a>`, `<img src=a.png alt='](x "${IMG}' title='") ${IMG}'>`, `<dl><dt>${IMG}<dd>${IMG}</dl>`,
  `<p><b>${IMG}</b> <i>${IMG}</i> <s>${IMG}</s> <sup>${IMG}</sup> <sub>${IMG}</sub> <q>${IMG}</q>`, `<a href="https://a.example/">](javascript:alert(1))</a>`, `<a href="https://a.example/'onclick='alert(1)">x</a>`,
  `<a href="https://a.example/&quot;onclick=&quot;alert(1)">x</a>`, `<a href="https://a.example/ &gt;${IMG}">x</a>`, `<a href="https://a.example/)${IMG}(">x</a>`, `<p>&lt;https://a.example/&gt; &lt;javascript:alert(1)&gt; &lt;a@b.example&gt;`,
  `<p>a\\${IMG}`, `<p>\\\\${IMG}`, `<p>&lt;/p&gt;${IMG}`, `<p>&lt;?php ${IMG} ?&gt;`, `<p>&lt;![CDATA[${IMG}]]&gt;`, `<p>&lt;!DOCTYPE x ${IMG}&gt;`, `<p>x<br>${IMG}<br>${IMG}`,
  // code is text
  `<pre>${IMG}</pre>`, `<pre><code>\`\`\`\n${IMG}\n\`\`\`\`\n${IMG}</code></pre>`, `<pre class="language-&lt;img/src=x/onerror=alert(1)&gt;">x</pre>`, `<ul><li><pre>a\r${IMG}\rb</pre></ul>`, `<ul><li><pre>a&#13;${IMG}&#13;\n${IMG}</pre></ul>`,
  `<blockquote><pre>a&#13;${IMG}</pre></blockquote>`, `<p><code>\`${IMG}\`</code> <code>${IMG}\`\`</code>`, `<table><tr><th>h<tr><td><code>a|${IMG}</code></table>`, `<table><tr><th>h<tr><td><pre>${IMG}\n|${IMG}</pre></table>`,
  `<p>\` <code>${IMG}</code> \``, `<pre>~~~\n${IMG}</pre>`, `<h2><pre>${IMG}\n${IMG}</pre></h2>`, `<pre>\u2028${IMG}\u0085${IMG}\f${IMG}\v${IMG}</pre>`,
  // formulas are text
  `<math><annotation encoding="application/x-tex">${IMG}</annotation></math>`, `<math display=block><mtext>${IMG}</mtext></math>`, `<math alttext='${IMG}'></math>`, `<math><mi>${IMG}</mi><mo>&lt;</mo><mi>img src=x onerror=alert(1)</mi></math>`,
  '<script type="math/tex"><img src=x onerror=alert(1)></script>', '<script type="math/tex; mode=display">\n\n<img src=x onerror=alert(1)>\n\n</script>', `<span class="katex"><math><annotation encoding="application/x-tex">a$${IMG}$b</annotation></math></span>`,
  `<math display=block><annotation encoding="application/x-tex">a\n\n${IMG}\n\`\`\`\n${IMG}</annotation></math><pre>${IMG}</pre>`, `<p><math><annotation encoding="application/x-tex">\`</annotation></math> <code>${IMG}</code></p>`,
  `<math display=block><annotation encoding="application/x-tex">~~~</annotation></math><pre>${IMG}</pre>`, `<math display=block><annotation encoding="application/x-tex">x\n&amp;lt;/math&gt;\n&lt;!-- ${IMG} --&gt;&lt;?x ?&gt;</annotation></math>`,
  `<ul><li><math display=block><annotation encoding="application/x-tex">a&#13;${IMG}&#13;&#13;    ${IMG}</annotation></math></ul>`, `<math><annotation encoding="application/x-tex">\\${IMG}</annotation></math>`, `<mjx-container><math><mtext>${IMG}</mtext></math></mjx-container>`,
]; // prettier-ignore

const PAGES = [...ADDRESSES.flatMap((address) => PLACES.map((place) => place(address))), ...MARKUP];

function convert(html: string) {
  const text = 'Words of a page that go on for a while, so that there is something to read. '.repeat(3);
  return convertHtml(`<p>${text}</p>${html}<p>${text}</p>`, {
    url: 'https://site.example/docs/page.html',
    formats: ['html', 'markdown', 'links'],
    ...DEFAULT_CONVERSION,
    onlyMainContent: false,
    removeBase64Images: false,
  });
}

const RUNNING = new Set(
  'script style template svg object embed applet base meta link frame frameset noscript noembed noframes textarea title plaintext animate set'.split(' '),
); // prettier-ignore
const ADDRESS = /^(?:href|src|action|formaction|poster|cite|background|data|longdesc|xlink:href|ping|srcset)$/; // prettier-ignore
const SAFE = /^(?:https?:|mailto:|tel:|#|\.?\/|[\w.%-]+$)/i;

/** Returns the parts of HTML that a browser would execute. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      if (RUNNING.has(node.tagName)) faults.push(`<${node.tagName}>`);
      if (node.namespaceURI !== 'http://www.w3.org/1999/xhtml' && node.tagName !== 'math')
        faults.push(`foreign <${node.tagName}>`);
      for (const attribute of node.attrs) faults.push(...attributeFaults(node.tagName, attribute));
    }
    if (node.nodeName === '#comment') faults.push('a comment');
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return faults;
}

function attributeFaults(tag: string, { name, value }: { name: string; value: string }): string[] {
  const shown = `<${tag} ${name}="${value.slice(0, 60)}">`;
  if (/^(?:on|x-|v-|ng-|hx-|@|:|_$)|^(?:style|srcdoc|ping|srcset)$/.test(name)) return [shown];
  if (!ADDRESS.test(name))
    return /^(?:javascript|vbscript|data):/i.test(value) && name !== 'title' ? [shown] : [];
  const isPicture = (tag === 'img' || tag === 'source') && name === 'src' && /^data:image\//.test(value);
  return isPicture || SAFE.test(value) ? [] : [shown];
}

describe('what comes of a hostile page', () => {
  it('is tried with hundreds of them', () => {
    expect(PAGES.length).toBeGreaterThan(600);
    expect(MARKUP.length).toBeGreaterThan(100);
  });

  it('runs nothing where its html is shown', () => {
    const faults = PAGES.flatMap((page) => faultsOf(convert(page).html!).map((fault) => ({ page, fault })));
    expect(faults).toEqual([]);
  });

  it('runs nothing where its markdown is rendered with HTML', () => {
    const faults = PAGES.flatMap((page) => {
      const { markdown } = convert(page);
      return faultsOf(renderer.render(markdown!)).map((fault) => ({ page, markdown, fault }));
    });
    expect(faults).toEqual([]);
  });

  it('names no address in links and metadata that is none of the web', () => {
    for (const address of ADDRESSES) {
      const head = `<link rel=icon href="${address}"><link rel=canonical href="${address}"><meta property="og:image" content="${address}"><meta property="og:url" content="${address}"><meta name="twitter:player" content="${address}">`;
      const { metadata, links } = convert(`${head}<a href="${address}">x</a>`);
      const { faviconUrl, canonicalUrl, openGraph, meta } = metadata;
      const given = [faviconUrl, canonicalUrl, openGraph.image, openGraph.url, ...links!].filter((one) => one !== null);
      expect(given.filter((one) => !/^https?:/.test(one))).toEqual([]);
      expect(Object.values(meta).flat().filter((one) => /^\W*(?:javascript|data|vbscript)/i.test(one) && !/^\u00a0/.test(one))).toEqual([]);
    }
  }); // prettier-ignore
});

describe('what comes of an ordinary page', () => {
  it.each([
    ['<a href="mailto:a@b.example?subject=Hi%20you">m</a> <a href="tel:+431">t</a>', '[m](mailto:a@b.example?subject=Hi%20you) [t](tel:+431)'],
    ['<math><annotation encoding="application/x-tex">a &lt; b \\le c&lt;d</annotation></math>', '$a < b \\le c< d$'],
    ['<math><annotation encoding="application/x-tex">f[x](y) + \\text{JavaScript}</annotation></math>', '$f[x] (y) + \\text{JavaScript}$'],
    ['<p>JavaScript: the language</p>', 'JavaScript: the language'],
  ])('%s keeps its meaning', (html, expected) => {
    expect(convert(html).markdown!.split('\n\n')[1]).toBe(expected);
  }); // prettier-ignore

  it('keeps pictures that stand in their address, titles and forms', () => {
    const html =
      '<p title="JavaScript: a primer"><img src="data:image/svg+xml,%3Csvg/%3E" alt="d"><a href="">self</a></p>';
    expect(convert(html).html).toContain('<p title="JavaScript: a primer"><img src="data:image/svg+xml,%3Csvg/%3E" alt="d"><a href="https://site.example/docs/page.html">self</a></p>'); // prettier-ignore
    expect(convert('<img src="data:image/png;base64,R0" alt="d">').markdown).toContain(
      '![d](data:image/png;base64,R0)',
    );
  });
});
