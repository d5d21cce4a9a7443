// How long pages of bad shapes take to become markdown, each in a fresh process: node bench/shapes.mjs [name …]
// Build first: npm run build:lib. A shape over its limit, or that fails, makes the exit code 1. Of wall and processor
// time the lesser counts, so that neither a busy machine nor helper threads are blamed on the page.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const times = (count, make) => Array.from({ length: count }, (_, at) => make(at)).join('');
const cells = (columns, row) => times(columns, (column) => `<td>r${row}c${column}</td>`);
const sentence = 'The quiet lantern measures the narrow harbor near the old orchard, and nobody minds. ';
const page = (body) => `<!doctype html><html><head><title>Shape</title></head><body>${body}</body></html>`;

/** Each shape: what it is, the most milliseconds it may take, how to make it. */
const SHAPES = {
  'table-2000x10': [1000, () => `<table>${times(2000, (row) => `<tr>${cells(10, row)}</tr>`)}</table>`],
  'table-4000x40': [4000, () => `<table>${times(4000, (row) => `<tr>${cells(40, row)}</tr>`)}</table>`],
  'table-wide-spans': [
    2000,
    () =>
      `<table>${times(3000, (row) => `<tr><td colspan="1000" rowspan="60000">${row}</td><td>b</td></tr>`)}</table>`,
  ],
  'nested-tables': [2000, () => times(2000, () => '<table><tr><td>') + 'deep'],
  'article-5mb': [
    3000,
    () => times(5000, () => `<h2>Part</h2><p>${sentence.repeat(11)} <a href="/x">link</a> <b>bold</b></p>`),
  ],
  'links-20000': [1000, () => times(20_000, (at) => `<a href="/page/${at}">link ${at}</a> `)],
  'list-50000': [2000, () => `<ul>${times(50_000, (at) => `<li>item ${at}</li>`)}</ul>`],
  'nested-divs-10000': [2000, () => '<div>'.repeat(10_000) + 'deep' + '</div>'.repeat(10_000)],
  'nested-lists-5000': [2000, () => '<ul><li>a'.repeat(5000)],
  'nested-quotes-5000': [2000, () => '<blockquote>a'.repeat(5000)],
  'nested-emphasis-5000': [2000, () => '<b><i>a'.repeat(2500) + '</i></b>'.repeat(2500)],
  'unclosed-marks-30000': [3000, () => '<b><i>x'.repeat(15_000)],
  'unclosed-fonts-in-blocks': [3000, () => times(10_000, (at) => `<p><font size="${at % 50}">x`)],
  'misnested-marks': [3000, () => times(10_000, () => '<b><p>1</b>2<i></p>3</i>')],
  'unmatched-ends': [3000, () => '<div>'.repeat(5000) + '</span></p></em></table>'.repeat(50_000)],
  'spans-100000': [2000, () => `<p>${times(100_000, (at) => `<span>w${at}</span> `)}</p>`],
  'fostered-100000': [3000, () => `<table>${times(100_000, () => '<tr>x<td>y')}</table>`],
  'attributes-50000': [1000, () => `<div ${times(50_000, (at) => `a${at}="v" `)}>x</div>`],
  'marks-1mb': [2000, () => `<p>${'*_`[]<>~#!&\\'.repeat(85_000)}</p>`],
  'stars-1mb': [2000, () => `<p>${'*'.repeat(1_000_000)}</p>`],
  'backticks-in-code': [2000, () => `<code>${times(1400, (at) => `${'`'.repeat(at)} `)}</code>`],
  'blanks-5mb': [2000, () => `<p>a${' \n'.repeat(2_500_000)}b</p><pre>a${'\n'.repeat(1_000_000)}b</pre>`],
  'entities-2m': [3000, () => `<p>${'&amp;&lt;'.repeat(1_000_000)}</p>`],
  'word-20mb': [3000, () => `<p>${'a'.repeat(20_000_000)}</p>`],
  'breaks-200000': [2000, () => `<p>${'x<br>'.repeat(200_000)}</p>`],
  'srcset-1mb': [1000, () => `<img srcset="${times(50_000, (at) => `/img/${at}.jpg ${at}w, `)}">`],
  'footnotes-5000': [
    3000,
    () =>
      times(5000, (at) => `<p>x<sup id="r${at}"><a href="#fn${at}">${at % 1000}</a></sup></p>`) +
      `<ol>${times(5000, (at) => `<li id="fn${at}">n <a href="#r${at}">↩</a></li>`)}</ol>`,
  ],
  'cards-5000': [
    2000,
    () =>
      times(
        5000,
        (at) => `<a href="/c${at}"><div><img src="/i${at}.jpg"><h3>Card ${at}</h3><p>text</p></div></a>`,
      ),
  ],
  'noscripts-20000': [
    2000,
    () => times(20_000, (at) => `<img data-src="/a${at}.jpg"><noscript><img src="/a${at}.jpg"></noscript>`),
  ],
  'labels-20000': [
    3000,
    () => `<form>${times(20_000, () => '<div><label>name</label><button>go</button></div>')}</form>`,
  ],
  'code-spans-100000': [
    3000,
    () => `<pre><code>${times(100_000, (at) => `<span class="n">x${at}</span>\n`)}</code></pre>`,
  ],
  'code-lines-50000': [
    2000,
    () => `<pre><code>${times(50_000, (at) => `<div class="line">x${at}</div>`)}</code></pre>`,
  ],
  'placeholders-20000': [
    2000,
    () => `<div>${times(20_000, (at) => `<img src="data:image/gif;base64,R0" alt="picture ${at}">`)}</div>`,
  ],
  'list-of-blocks-30000': [2000, () => `<ul><li>a</li>${times(30_000, (at) => `<div>b${at}</div>`)}</ul>`],
  'one-note-5000': [
    2000,
    () => times(5000, () => '<a href="#fn1">1</a> ') + `<p id="fn1">${'note '.repeat(5000)}</p>`,
  ],
  'scripts-with-comments': [2000, () => times(20_000, () => '<script><!-- x</script>')],
  'scripts-20000': [2000, () => times(20_000, () => '<script>x()</script>') + '<!-- end -->'],
};

const names = process.argv.slice(2);
if (names[0] === '--one') await convertOne(names[1]);
else process.exitCode = runAll(names.length > 0 ? names : Object.keys(SHAPES));

function runAll(wanted) {
  let failed = 0;
  for (const name of wanted) {
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--max-old-space-size=2048', fileURLToPath(import.meta.url), '--one', name],
      {
        encoding: 'utf8',
        timeout: 120_000,
      },
    );
    const limitMs = SHAPES[name][0];
    const ms = status === 0 ? JSON.parse(stdout).ms : Number.NaN;
    const isGood = ms <= limitMs;
    if (!isGood) failed++;
    console.log(
      `${isGood ? 'ok  ' : 'FAIL'} ${name.padEnd(26)} ${String(Math.round(ms)).padStart(6)} ms of ${limitMs}  ${status === 0 ? stdout.trim() : `exit ${status}`}`,
    );
  }
  console.log(`${wanted.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function convertOne(name) {
  const { convert } = await import('./convert.mjs');
  const html = page(SHAPES[name][1]());
  // Code that runs warm: the limits are for the page, not for the compiler.
  for (let round = 0; round < 20; round++)
    convert(page(`<p>${sentence}</p>`), { url: 'https://site.example/', onlyMainContent: false });
  const { ms, page: full } = timed(() =>
    convert(html, { url: 'https://site.example/', onlyMainContent: false }),
  );
  const { ms: mainMs } = timed(() => convert(html, { url: 'https://site.example/', onlyMainContent: true }));
  console.log(
    JSON.stringify({
      ms,
      mainMs,
      inMB: +(html.length / 1e6).toFixed(1),
      outMB: +(full.markdown.length / 1e6).toFixed(1),
      rssMB: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
}

function timed(work) {
  const before = process.cpuUsage();
  const start = performance.now();
  const page = work();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { ms: Math.round(Math.min(wallMs, (user + system) / 1000)), page };
}
