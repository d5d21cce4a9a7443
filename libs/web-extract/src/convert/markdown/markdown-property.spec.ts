import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { HtmlRenderer, Parser } from 'commonmark';
import type { AnyNode } from 'domhandler';
import MarkdownIt from 'markdown-it';
import { cleanPage } from '../content/cleaning/clean-page.js';
import {
  descendants,
  findElement,
  isElement,
  isText,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { toMarkdown } from './to-markdown.js';

/** `WEB_EXTRACT_TREES` and `WEB_EXTRACT_SEED` make longer and other runs. */
const TREES = Number(process.env['WEB_EXTRACT_TREES'] ?? 1_500);
const SEED = Number(process.env['WEB_EXTRACT_SEED'] ?? 1);

const it_ = new MarkdownIt({ html: true });
const commonmark = { parser: new Parser(), renderer: new HtmlRenderer() };
type Render = (markdown: string) => string;
const RENDERERS: Readonly<Record<string, () => Promise<Render>>> = {
  'markdown-it': async () => (markdown) => it_.render(markdown),
  marked: async () => {
    // the build that `import` finds is an ES module, which the runtime of the tests does not load
    const path = join(dirname(require.resolve('marked/package.json')), 'lib/marked.umd.js');
    const module = { exports: {} as typeof import('marked') };
    compileFunction(readFileSync(path, 'utf8'), ['module', 'exports'])(module, module.exports);
    const { marked } = module.exports;
    return (markdown) => marked.parse(markdown, { async: false, gfm: true });
  },
  commonmark: async () => (markdown) => commonmark.renderer.render(commonmark.parser.parse(markdown)),
};

/** Texts that are markup where they are not escaped. */
const TEXTS = [
  'word', 'a', 'b c', ' ', '[a]', '[', ']', ']: javascript:alert(1)//', '[a]: javascript:alert(1)//', ': javascript:alert(1)//',
  '(javascript:alert(1))', '](javascript:alert(1))', '![a](javascript:alert(1))', '<img src=x onerror=alert(1)>', '<', '<!-- x', '</p>',
  '<javascript:alert(1)>', '# x', '#', '- x', '-', '+ x', '* x', '1. x', '1', '. x', '> x', '>', '---', '===', '= x', '***', '```', '~~~', '`', '``',
  '\\', '\\|', '|', '| a | b |', '|---|---|', '&lt;b&gt;', '&', 'amp;', '&#60;', '^1', '[^1]', '[^1]: x', '!', '*', '_', '**a', '~', ':', '$', '[x] t',
  '"', "'", '(', ')', '\t', 'javascript:alert(1)//', 'data:text/html,x', '<javascript:x>',
]; // prettier-ignore
const INLINE = ['em', 'strong', 's', 'a', 'code', 'sup', 'sub', 'span', 'q', 'kbd', 'b', 'i'];
const BLOCKS = ['p', 'h2', 'ul', 'ol', 'blockquote', 'dl', 'table', 'pre', 'div', 'details', 'figure'];

/** Numbers of a seed (mulberry32). */
class Random {
  constructor(private state: number) {}

  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  pick<T>(of: readonly T[]): T {
    return of[this.below(of.length)]!;
  }

  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: 1 + this.below(most) }, make);
  }
}

const escapeHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

function inline(random: Random, depth: number): string {
  const kind = random.below(10);
  if (kind < 5 || depth === 0) return escapeHtml(random.pick(TEXTS));
  if (kind === 5) return '<br>';
  if (kind === 6)
    return `<img src="/i.png" alt="${escapeHtml(random.pick(TEXTS))}" title="${escapeHtml(random.pick(TEXTS))}">`;
  const name = random.pick(INLINE);
  const inner = random.some(3, () => inline(random, depth - 1)).join('');
  if (name === 'a') return `<a href="/x" title="${escapeHtml(random.pick(TEXTS))}">${inner}</a>`;
  return `<${name}>${inner}</${name}>`;
}

const line = (random: Random) => random.some(6, () => inline(random, 3)).join('');

function block(random: Random, depth: number): string {
  const name = depth === 0 ? 'p' : random.pick(BLOCKS);
  const inner = () => (random.below(2) === 0 ? line(random) : block(random, depth - 1));
  switch (name) {
    case 'ul':
    case 'ol':
      return `<${name}>${random.some(3, () => `<li>${inner()}</li>`).join('')}</${name}>`;
    case 'dl':
      return `<dl>${random.some(2, () => `<dt>${line(random)}</dt><dd>${inner()}</dd>`).join('')}</dl>`;
    case 'table':
      return `<table><tr><th>k</th><th>${line(random)}</th></tr>${random.some(2, () => `<tr><td>${line(random)}</td><td>v</td></tr>`).join('')}</table>`;
    case 'details':
      return `<details><summary>${line(random)}</summary>${inner()}</details>`;
    case 'figure':
      return `<figure><img src="/i.png"><figcaption>${line(random)}</figcaption></figure>`;
    case 'pre':
      return `<pre><code>${escapeHtml(random.some(3, () => random.pick(TEXTS)).join('\n'))}</code></pre>`;
    case 'blockquote':
    case 'div':
      return `<${name}>${inner()}</${name}>`;
    default:
      return `<${name}>${line(random)}</${name}>`;
  }
}

function page(random: Random): string {
  const blocks = random.some(3, () => block(random, 3)).join('');
  if (random.below(4) > 0) return `${blocks}<p>[a] [a][] [b][a]</p>`;
  const mark = `<sup><a href="#fn1" id="r1">1</a></sup>`;
  return `<p>${random.below(2) ? line(random) : ''}${mark}${line(random)}</p>${blocks}<ol><li id="fn1">${line(random)} <a href="#r1">↩</a></li></ol><p>[a]</p>`;
}

interface Found {
  readonly counts: Readonly<Record<string, number>>;
  readonly links: ReadonlySet<string>;
  readonly images: ReadonlySet<string>;
  readonly codes: ReadonlySet<string>;
}

/** Reads what a tree has. */
function read(nodes: Iterable<AnyNode>): Found {
  const counts: Record<string, number> = {};
  const [links, images, codes] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const node of nodes) {
    if (!isElement(node)) continue;
    const name = node.name.replace(/^h[1-6]$/, 'heading').replace(/^(?:kbd|pre|samp|tt)$/, 'code');
    counts[name] = (counts[name] ?? 0) + 1;
    if (name === 'a' && node.attribs['href'] !== undefined) links.add(node.attribs['href']);
    if (name === 'img') images.add(node.attribs['src'] ?? '');
    if (name === 'code') codes.add(squeezed(codeOf(node)));
  }
  return { counts, links, images, codes };
}

function codeOf(code: PageElement): string {
  let text = '';
  for (const node of descendants(code)) {
    if (isText(node)) text += node.data;
    else if (isElement(node) && node.name === 'br') text += ' ';
  }
  return text;
}

/**
 * Bars and backslashes before them differ between renderers with and without tables; code that a link
 * divides may end in such a backslash.
 */
const squeezed = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\\+(?=\||$)/g, '');

const WRITTEN = new Set('html head body p em strong del s code a img heading ul ol li blockquote hr table thead tbody tr th td br sup sub input'.split(' ')); // prettier-ignore
const COUNTED = ['heading', 'li', 'blockquote', 'img', 'hr'];

/** Finds what a rendered page has and its tree has not. */
function faultsOf(name: string, html: string, markdown: string, render: Render): string[] {
  const tree = read(descendants(parseHtml(html, 'https://site.example/').root));
  const shown = read(descendants(parseHtml(render(markdown), 'https://site.example/').root));
  const faults: string[] = [];
  for (const kind of Object.keys(shown.counts)) if (!WRITTEN.has(kind)) faults.push(`an element ${kind}`);
  for (const kind of COUNTED)
    if ((shown.counts[kind] ?? 0) > (tree.counts[kind] ?? 0)) faults.push(`${shown.counts[kind]} of ${kind}`);
  const hasNotes = html.includes('id="fn1"');
  // without notes their words are relative addresses
  const pathOf = (link: string) => new URL(link, 'https://site.example/').pathname;
  // marked may take the address of a link for that of an image before it, and the other way round
  const isMixed = (link: string, has: ReadonlySet<string>) => name === 'marked' && has.has(pathOf(link));
  const isOwn = (link: string) =>
    /^https:\/\/site\.example\/(?:x|#|$)/.test(link) ||
    isMixed(link, tree.images) ||
    (hasNotes && !/[:&\\]/.test(link));
  for (const link of shown.links) if (!isOwn(link)) faults.push(`a link to ${link}`);
  for (const image of shown.images)
    if (image !== 'https://site.example/i.png' && !isMixed(image, tree.links))
      faults.push(`an image ${image}`);
  const codes = [...tree.codes].join('\n');
  // further paragraphs of notes are indented: code to renderers without notes. marked takes links with code and marks for text
  const isSure = !hasNotes && name !== 'marked';
  for (const code of shown.codes) if (isSure && !codes.includes(code)) faults.push(`code ${code}`);
  return faults;
}

function markdownOf(html: string): string {
  const document = parseHtml(html, 'https://site.example/');
  cleanPage(document);
  return toMarkdown(findElement(document.root, 'body')!, {
    baseUrl: document.baseUrl,
    removeBase64Images: true,
  });
}

describe('markdown of any tree', () => {
  it.each(Object.entries(RENDERERS))('has in %s nothing that the tree does not have', async (name, open) => {
    const render = await open();
    const found: string[] = [];
    for (let n = 0; n < TREES && found.length < 3; n++) {
      const html = page(new Random(SEED * 1_000_003 + n));
      const markdown = markdownOf(html);
      const faults = faultsOf(name, html, markdown, render);
      if (faults.length > 0)
        found.push(`${faults.join('; ')}\n${html}\n→\n${markdown}\n→\n${render(markdown)}`);
    }
    expect(found.join('\n\n========\n')).toBe('');
  });
});
