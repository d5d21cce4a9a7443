// Processor time from HTML to markdown of the main content, beside other programs, in turns over the same pages.
//   npm run build:lib && node bench/convert-cost.mjs --data DIR [--peers DIR] [--pages 40] [--rounds 3]
// DIR holds pages as content-model/pages.mjs reads them; `--peers` is a folder in which `npm install @mozilla/readability defuddle jsdom linkedom
// turndown turndown-plugin-gfm` was run.
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { loadPages } from './content-model/pages.mjs';
import { convert } from './convert.mjs';

const { values: args } = parseArgs({
  options: {
    data: { type: 'string' },
    peers: { type: 'string' },
    pages: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '3' },
  },
});
const count = Number(args.pages);
const all = loadPages(args.data);
const pages = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]);
const systems = { 'nestjs-web-extract': convert, ...(args.peers ? await peersIn(args.peers) : {}) };
const times = Object.fromEntries(Object.keys(systems).map((name) => [name, []]));
for (const page of pages.slice(0, 5)) for (const name of Object.keys(systems)) await cpuMsOf(name, page);
for (let round = 0; round < Number(args.rounds); round++)
  for (const page of pages)
    for (const name of Object.keys(systems)) times[name].push(await cpuMsOf(name, page));

const chars = pages.reduce((sum, { html }) => sum + html.length, 0) / count;
console.log(`${count} pages of ${Math.round(chars / 1000)} k characters on average, load ${loadavg()[0]}`);
const ours = sumOf(times['nestjs-web-extract']);
for (const [name, list] of Object.entries(times)) {
  const median = [...list].sort((a, b) => a - b)[list.length >> 1];
  const mean = sumOf(list) / list.length;
  console.log(
    `${name}: median ${median.toFixed(1)} ms, mean ${mean.toFixed(1)} ms, ${(sumOf(list) / ours).toFixed(1)} times`,
  );
}

/** A page that a system cannot convert costs what it took. */
async function cpuMsOf(name, { html, url }) {
  const before = process.cpuUsage();
  try {
    await systems[name](html, { url });
  } catch {
    // its time counts
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function peersIn(folder) {
  const require = createRequire(join(folder, 'package.json'));
  const [{ Readability }, { JSDOM }, Turndown] = ['@mozilla/readability', 'jsdom', 'turndown'].map(require);
  const { gfm } = require('turndown-plugin-gfm');
  const { parseHTML } = await import(pathToFileURL(require.resolve('linkedom')));
  const { Defuddle } = await import(pathToFileURL(join(folder, 'node_modules/defuddle/dist/node.js')));
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).use(gfm);
  const read = (document) => turndown.turndown(new Readability(document).parse()?.content ?? '');
  return {
    'Readability + linkedom + turndown': (html) => read(parseHTML(html).document),
    'Readability + jsdom + turndown': (html, { url }) => read(new JSDOM(html, { url }).window.document),
    'defuddle (linkedom)': (html, { url }) =>
      Defuddle(parseHTML(html).document, url, { markdown: true, useAsync: false }),
    'turndown, whole page': (html) => turndown.turndown(html),
  };
}

function sumOf(list) {
  return list.reduce((sum, one) => sum + one, 0);
}
