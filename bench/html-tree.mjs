// Compares the trees of pages with what html5lib's tree construction tests state: visible text, and the whole tree.
// Build first (npm run build:lib), then: node bench/html-tree.mjs <folder with .dat files> [--show]
// The files are those of github.com/html5lib/html5lib-tests, folder tree-construction, before they moved to web-platform-tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHtml } from '../libs/documents/build/markup/parse/parse-html.js';

const [folder, flag] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder with the tests');
/** Elements whose text is not shown. Frames of inline pages and lists of choices are, in the way the tests write them. */
const UNSEEN = new Set('script style template title noscript noframes noembed iframe'.split(' '));

/** The tests of whole pages that are read without running scripts. */
function testsIn(text) {
  return text.split(/\n?(?=^#data\n)/m).flatMap((block) => {
    const match = /^#data\n([^]*?)\n?#errors\n([^]*?)#document\n([^]*)$/.exec(block);
    if (!match || /^#(?:document-fragment|script-on)$/m.test(match[2])) return [];
    return [{ data: match[1], expected: readTree(match[3]) }];
  });
}

/** A tree as the tests write it, without comments and document types. */
function readTree(written) {
  const root = { name: '', attribs: {}, children: [] };
  const open = [root];
  for (const line of written.trimEnd().split(/\n(?=\| )/)) {
    const [, indent, node] = /^\| ( *)([^]*)$/.exec(line) ?? [];
    if (node === undefined) continue;
    open.length = indent.length / 2 + 1;
    const parent = open.at(-1);
    if (node.startsWith('"')) parent.children.push(node.slice(1, -1));
    else if (node === 'content') open.push(parent);
    else if (node.startsWith('<!')) open.push({ children: [] });
    else if (node.startsWith('<')) {
      const element = { name: node.replace(/^<(?:svg |math )?|>$/g, ''), attribs: {}, children: [] };
      parent.children.push(element);
      open.push(element);
    } else addAttribute(parent, node);
  }
  return root;
}

function addAttribute(element, written) {
  const [, name, value] = /^(?:(?:xlink|xml|xmlns) )?(.*?)="([^]*)"$/.exec(written) ?? [];
  if (name !== undefined) element.attribs[name.toLowerCase()] = value;
}

const ownTree = (node) => ({
  name: node.name ?? '',
  attribs: { ...node.attribs },
  children: node.children.map((child) => (child.type === 'text' ? child.data : ownTree(child))),
});

/** Texts beside each other are one, names of svg are in lower case, and an empty head is none. */
function normalized({ name, attribs, children }) {
  const kept = [];
  for (const child of children) {
    if (typeof child !== 'string') {
      const element = normalized(child);
      if (element.name !== 'head' || element.children.length > 0) kept.push(element);
    } else if (typeof kept.at(-1) === 'string') kept.push(kept.pop() + child);
    else kept.push(child);
  }
  const names = Object.keys(attribs).sort();
  return { name: name.toLowerCase(), attribs: names.map((key) => [key, attribs[key]]), children: kept };
}

function visibleText({ name, children }) {
  if (UNSEEN.has(name)) return '';
  return children.map((child) => (typeof child === 'string' ? child : visibleText(child))).join('');
}

const squeezed = (tree) => visibleText(tree).replace(/\s+/g, ' ').trim();

const counts = { tests: 0, texts: 0, trees: 0 };
for (const file of readdirSync(folder).filter((name) => name.endsWith('.dat'))) {
  for (const { data, expected } of testsIn(readFileSync(join(folder, file), 'utf8'))) {
    const own = ownTree(parseHtml(data, 'https://example.com/').root);
    const [want, have] = [squeezed(expected), squeezed(own)];
    counts.tests++;
    if (want === have) counts.texts++;
    else if (flag === '--show')
      console.log(
        `${file}: ${JSON.stringify(data)}\n  stated ${JSON.stringify(want)}, read ${JSON.stringify(have)}`,
      );
    if (JSON.stringify(normalized(expected)) === JSON.stringify(normalized(own))) counts.trees++;
  }
}
console.log(`${counts.tests} tests: visible text equal on ${counts.texts}, tree on ${counts.trees}`);
