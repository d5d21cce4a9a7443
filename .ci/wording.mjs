// Counts phrases that technical English does not use, in comments, documentation and messages, and compares them with .ci/wording.json.
// A ceiling may only fall: `node .ci/wording.mjs --fix` lowers it to what was counted. `--list comments|docs|messages|starts` prints the places.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../scripts/ready/run.mjs';
import { Checks } from './lib/count.mjs';

const CEILINGS = join(ROOT, '.ci/wording.json');

/** Turns of phrase that the documentation of comparable packages has 0 to 3 times in 1,000 words. */
const MARKS = [
  /\bwhat (?:is|was|are|were|has|had|it|they|he|others?|a|an|the|of|comes?|came|stands?|lies|belongs|follows|remains|[a-z]+ed)\b/,
  /\b(?:of|to|by|from|for|in|on|at|with) (?:which|whom|whose)\b/,
  /\b(?:whoever|whatever|whichever|nobody|everybody|somebody|anybody)\b/,
  /\b(?:stands?|stood|lies|lay) (?:in|at|on|by|below|above|beside|before|after|between|there|here|alone|for|under)\b/,
  /\b(?:told|tells|tell)\b/,
  /\b(?:to be had|can be had|could be had|is had|was had|be heard of|is heard of)\b/,
  /\bunder ?way\b/,
  /\b(?:comes?|came) (?:to (?!an end)|of|by|along|out)\b/,
  /\banew\b/,
  /\bbeside\b/,
  /\belse's?\b(?! if)/,
  /\b(?:heeds?|heeded|fares?|fared|befalls?|hence|thereof|thereby|wherein|lest|alike|likewise|shall)\b/,
  /\b(?:asked for|is asked|are asked|was asked|asks for|gone by|as it is|as they are|as it was|as they were)\b/,
  /\bso (?:many|much)\b/,
  /\b(?:wish|wishes|wished|wished for)\b/,
];

/** Doc comments begin with a noun phrase or a third-person verb; these begin with neither. */
const STARTS = /^(?:What|Whether|Of|Where|Who|Whose|How|One|Those|Whatever|Whoever|Nothing|Nobody|But|And)\b/;

const SOURCES = [
  'libs/documents/src',
  'libs/web-extract/src',
  'libs/web-extract/playground',
  'apps/demo/src',
  'test',
  'bench',
  'scripts',
  '.ci',
];

/** Text of a kind: where it is from, and what it says. */
const found = { comments: [], docs: [], messages: [], starts: [] };
let documented = 0;

for (const path of SOURCES.flatMap((folder) => walk(join(ROOT, folder), /\.(?:ts|tsx|mjs|cjs)$/)))
  readCode(path);
for (const path of [
  ...walk(join(ROOT, 'docs'), /\.md$/),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((name) => join(ROOT, name)),
])
  readProse(path);

const counted = {
  comments: perThousand(found.comments),
  docs: perThousand(found.docs),
  messages: perThousand(found.messages),
  starts: Math.round((1000 * found.starts.length) / documented) / 10,
};
report();

function readCode(path) {
  const text = readFileSync(path, 'utf8');
  const isSpec = /\.(?:spec|e2e-spec|contract|fixture)\.ts$/.test(path) || path.includes('/test/');
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );
  for (const comment of commentsOf(file, text)) {
    const words = comment.text.replace(/`[^`]*`|https?:\S+/g, ' ');
    found.comments.push({ path, text: words });
    if (!comment.isDoc) continue;
    documented++;
    if (STARTS.test(words.trim())) found.starts.push({ path, text: words });
  }
  if (!isSpec && !/\/(?:bench|scripts|\.ci)\//.test(path)) visitMessages(file, path);
}

/** Comments in front of and behind tokens, each once, neighbouring line comments as one. */
function commentsOf(file, text) {
  const ranges = new Map();
  const add = (list) => list?.forEach((range) => ranges.set(range.pos, range));
  const visit = (node) => {
    add(ts.getLeadingCommentRanges(text, node.getFullStart()));
    add(ts.getTrailingCommentRanges(text, node.getEnd()));
    ts.forEachChild(node, visit);
  };
  visit(file);
  add(ts.getLeadingCommentRanges(text, file.endOfFileToken.getFullStart()));
  return [...ranges.values()].map(({ pos, end }) => ({
    isDoc: text.startsWith('/**', pos),
    text: text
      .slice(pos, end)
      .replace(/^\/\*+|\*+\/$|^\/\//g, '')
      .replace(/^\s*\* ?/gm, ' '),
  }));
}

/** Strings of four words and more. */
function visitMessages(node, path) {
  const visit = (one) => {
    if (ts.isImportDeclaration(one)) return;
    if (
      ts.isStringLiteralLike(one) ||
      ts.isTemplateHead(one) ||
      ts.isTemplateMiddle(one) ||
      ts.isTemplateTail(one)
    ) {
      if (/^[^<>{}\\]*(?:[A-Za-z'’]+[ ,.:;]+){3,}[A-Za-z'’]+/.test(one.text))
        found.messages.push({ path, text: one.text });
    }
    ts.forEachChild(one, visit);
  };
  visit(node);
}

function readProse(path) {
  const text = readFileSync(path, 'utf8')
    .replace(/^```[\s\S]*?^```/gm, ' ')
    .replace(/`[^`\n]*`|\]\([^)\s]*\)/g, ' ');
  for (const block of text.split(/\n\s*\n/)) found.docs.push({ path, text: block });
}

function perThousand(texts) {
  let words = 0;
  let marks = 0;
  for (const { text } of texts) {
    words += text.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0;
    marks += marksIn(text).length;
  }
  return Math.round((10_000 * marks) / words) / 10;
}

function marksIn(text) {
  const flat = text.replace(/\s+/g, ' ').toLowerCase();
  return MARKS.flatMap((mark) => flat.match(new RegExp(mark, 'g')) ?? []);
}

function report() {
  const kind = process.argv[process.argv.indexOf('--list') + 1];
  if (process.argv.includes('--list')) return list(kind);
  const ceilings = JSON.parse(readFileSync(CEILINGS, 'utf8'));
  if (process.argv.includes('--fix')) {
    const lower = Object.fromEntries(
      Object.entries(counted).map(([name, value]) => [name, Math.min(value, ceilings[name] ?? value)]),
    );
    return writeFileSync(CEILINGS, `${JSON.stringify(lower, null, 2)}\n`);
  }
  const checks = new Checks();
  for (const [name, value] of Object.entries(counted))
    checks.add(name, value <= ceilings[name], `${value}, at most ${ceilings[name]} (.ci/wording.json)`);
  checks.close();
}

function list(kind) {
  const only = process.argv[process.argv.indexOf('--list') + 2] ?? '';
  for (const { path, text } of found[kind] ?? []) {
    const marks = kind === 'starts' ? [text.trim().split(' ')[0]] : marksIn(text);
    if (marks.length > 0 && path.includes(only))
      console.log(
        `${relative(ROOT, path)}: [${marks.join(', ')}] ${text.replace(/\s+/g, ' ').trim().slice(0, 200)}`,
      );
  }
  console.log(JSON.stringify(counted));
}

function walk(folder, pattern) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !/node_modules|\/dist\/|\/build\/|\/golden\/|\/sites\/|generated/.test(path));
}
