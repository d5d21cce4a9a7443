// How well pages are cut into chunks, against the source documents of whole sites.
//   npm run build:lib && node bench/chunks.mjs --data DIR [--max-tokens 512] [--verbose]
// DIR holds a folder a site: index.json.gz ({pages: [{id, url, md}]}, md being the source as CommonMark) and html/ID.html.gz.
//
//   path     chunks whose headings are those that the source has above their lines
//   joined   pages whose chunks side by side are the page
//   alone    chunks that, rendered by themselves, say what the page says there
//   stable   ids that stay when a paragraph is added somewhere on the page
//   anchored chunks under a heading that say under which id the page has it
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import MarkdownIt from 'markdown-it';
import { chunkPage } from '../libs/web-extract/build/convert/chunks/chunk-page.js';
import { convertHtml } from '../libs/web-extract/build/convert/convert-html.js';

const { values: args } = parseArgs({
  options: {
    data: { type: 'string' },
    'max-tokens': { type: 'string', default: '512' },
    verbose: { type: 'boolean', default: false },
  },
});
const maxTokens = Number(args['max-tokens']);
const renderer = new MarkdownIt({ html: true, linkify: false });

const words = (text) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const key = (text) => words(text).join(' ');
const withoutTags = (html) => html.replace(/<[^>]*>/g, ' ').replace(/&\w+;/g, ' ');
const renderedWords = (markdown) => words(withoutTags(renderer.render(markdown)));

const ADDED = 'A paragraph that was added later says nothing that anybody would look for here.';

/** Lines of text with the headings above them; those that stand more than once have none. */
function linesWithPaths(markdown) {
  const paths = new Map();
  for (const { line, path } of walk(markdown)) {
    if (words(line).length < 4) continue;
    const name = key(line);
    paths.set(name, paths.has(name) ? null : path);
  }
  return paths;
}

function* walk(markdown) {
  const open = [];
  let tokens = [];
  for (const token of renderer.parse(markdown, {})) {
    if (token.type === 'heading_open') tokens = [Number(token.tag[1])];
    else if (token.type === 'inline' && tokens.length > 0) {
      while (open.length > 0 && open.at(-1).level >= tokens[0]) open.pop();
      open.push({ level: tokens[0], text: key(withoutTags(renderer.renderInline(token.content))) });
      tokens = [];
    } else if (token.type === 'inline') {
      const path = open.map(({ text }) => text);
      for (const line of token.content.split('\n')) {
        yield { line: withoutTags(renderer.renderInline(line)), path };
      }
    }
  }
}

const common = (paths) =>
  paths.reduce((one, other) => {
    const differs = one.findIndex((heading, at) => heading !== other[at]);
    return differs < 0 ? one : one.slice(0, differs);
  });

/** Some sources leave the title of the page to their generator. */
function withoutTitle(headings, truth) {
  const tops = new Set([...truth.values()].flatMap((path) => path?.slice(0, 1) ?? []));
  return headings.length > 0 && !tops.has(headings[0]) ? headings.slice(1) : headings;
}

/** Null where no line of the chunk can be found in the source. */
function isPathRight(chunk, truth) {
  const paths = [...walk(chunk.markdown)].map(({ line }) => truth.get(key(line))).filter(Boolean);
  if (paths.length === 0) return null;
  const expected = common(paths);
  const given = withoutTitle(chunk.headings.map(key), truth);
  const isAbove = given.every((heading, at) => heading === expected[at]);
  const text = key(chunk.markdown);
  return isAbove && expected.slice(given.length).every((heading) => text.includes(heading));
}

/** Chunks that do not go on where the page has come to; what stands in every piece (fences, heads) may come again. */
function strangers(chunks, page) {
  const all = renderedWords(page);
  let at = 0;
  return chunks.filter(({ markdown }) => {
    const own = renderedWords(markdown);
    for (let repeated = 0; repeated <= Math.min(own.length, 60); repeated++) {
      const rest = own.slice(repeated);
      if (rest.some((word, place) => word !== all[at + place])) continue;
      at += rest.length;
      return false;
    }
    at += own.length;
    return true;
  });
}

function stableIds(page, chunks) {
  const blanks = [...page.markdown.matchAll(/\n\n(?=[A-Z])/g)].map(({ index }) => index);
  const places = blanks.filter((_, at) => at % Math.ceil(blanks.length / 8 || 1) === 0);
  let [kept, all] = [0, 0];
  for (const place of places) {
    const markdown = `${page.markdown.slice(0, place)}\n\n${ADDED}${page.markdown.slice(place)}`;
    const ids = new Set(chunkPage({ ...page, markdown }, { maxTokens }).map(({ id }) => id));
    kept += chunks.filter(({ id }) => ids.has(id)).length;
    all += chunks.length;
  }
  return [kept, all];
}

const sums = { path: [0, 0], joined: [0, 0], alone: [0, 0], stable: [0, 0], anchored: [0, 0] };
const add = (name, hits, all) => {
  sums[name][0] += hits;
  sums[name][1] += all;
};
let over = 0;
let count = 0;
let milliseconds = 0;
const sites = readdirSync(args.data).filter((name) => existsSync(join(args.data, name, 'index.json.gz')));
for (const site of sites) {
  const { pages } = JSON.parse(gunzipSync(readFileSync(join(args.data, site, 'index.json.gz'))));
  for (const { id, url, md } of pages) {
    const html = gunzipSync(readFileSync(join(args.data, site, 'html', `${id}.html.gz`))).toString();
    const {
      markdown,
      metadata,
      chunks: stated,
    } = convertHtml(html, {
      url,
      formats: ['markdown', 'chunks'],
      onlyMainContent: true,
      includeSelectors: [],
      excludeSelectors: [],
      removeBase64Images: true,
      contentRules: [],
      collectAnchors: false,
    });
    const page = { url, markdown, title: metadata.title, language: metadata.language };
    const startedAt = performance.now();
    const chunks = chunkPage(page, { maxTokens });
    milliseconds += performance.now() - startedAt;
    count += chunks.length;
    over += chunks.filter(({ tokens }) => tokens > maxTokens).length;
    add(
      'joined',
      chunks.map(({ start, end }) => markdown.slice(start, end)).join('') === markdown ? 1 : 0,
      1,
    );
    const strange = strangers(chunks, markdown);
    add('alone', chunks.length - strange.length, chunks.length);
    add('stable', ...stableIds(page, chunks));
    const headed = stated.filter(({ headings }) => headings.length > 0);
    add('anchored', headed.filter(({ anchor }) => anchor !== null).length, headed.length);
    if (md === undefined) continue;
    const truth = linesWithPaths(md);
    const judged = chunks
      .map((chunk) => [chunk, isPathRight(chunk, truth)])
      .filter(([, right]) => right !== null);
    add('path', judged.filter(([, right]) => right).length, judged.length);
    if (!args.verbose) continue;
    for (const [chunk, right] of judged) if (!right) console.log('path', url, chunk.headings.join(' > '));
    for (const chunk of strange) console.log('alone', url, JSON.stringify(chunk.markdown.slice(0, 300)));
  }
}
for (const [name, [hits, all]] of Object.entries(sums)) {
  console.log(`${name.padEnd(10)}${((100 * hits) / all).toFixed(2).padStart(7)} %  of ${all}`);
}
console.log(
  `${count} chunks, ${over} over ${maxTokens} tokens, ${((1000 * milliseconds) / count).toFixed(0)} µs a chunk`,
);
