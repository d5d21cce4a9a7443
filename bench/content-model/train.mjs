// Finds the content model and the page-type model from annotated pages, and says how well the method does on sites it
// has not seen.
//
//   npm run build:lib && node --max-old-space-size=6000 bench/content-model/train.mjs --data DIR [--write] [--folds 5] [--seed 1]
//
// 1. Every text block of every page is labelled by aligning the page with its wanted text (label-blocks.mjs).
// 2. Words of class names, ids, roles and tags, and words of short texts, get weights by two sparse logistic
//    regressions; only words of many sites take part, so that no weight stands for one site.
// 3. Boosted trees over the block features (block-feature.ts) learn the rest. In their training rows the word weights
//    are those found without the row's own part of the sites, so that the trees do not trust them too far.
// 4. `--folds`: sites are dealt into parts; each part is judged by a model that was made without it, by the shipped code.
//    `--seed` deals them otherwise and draws other random numbers: what is no gain with several is none.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEATURE_NAMES } from '../../libs/web-extract/build/convert/content/score/block-feature.js';
import { readModel } from '../../libs/web-extract/build/convert/content/score/block-model.js';
import { chooseCandidate } from '../../libs/web-extract/build/convert/content/score/choose-candidate.js';
import { removeDuplicateBlocks } from '../../libs/web-extract/build/convert/content/repair/remove-duplicate-blocks.js';
import { dropReviews } from '../../libs/web-extract/build/convert/content/repair/drop-reviews.js';
import { cleanPage } from '../../libs/web-extract/build/convert/content/cleaning/clean-page.js';
import { FeatureRow } from '../../libs/web-extract/build/convert/content/score/feature-row.js';
import { nameWords } from '../../libs/web-extract/build/convert/content/block-features/name-hints.js';
import {
  collectFeatures,
  textOfBlock,
} from '../../libs/web-extract/build/convert/content/block-features/page-features.js';
import { PAGE_FEATURES } from '../../libs/web-extract/build/convert/content/score/page-features.js';
import { outlinePage } from '../../libs/web-extract/build/convert/content/block-features/page-outline.js';
import { readStatements } from '../../libs/web-extract/build/convert/content/block-features/page-statements.js';
import { scoredCandidate } from '../../libs/web-extract/build/convert/content/score/scored-candidate.js';
import { textWords } from '../../libs/web-extract/build/convert/content/block-features/word-hints.js';
import { findElement } from '../../libs/documents/build/markup/dom/nodes.js';
import { parseHtml } from '../../libs/documents/build/markup/parse/parse-html.js';
import { binColumns, growTrees, predict, weighWords } from './boosting.mjs';
import { compileTrees } from './compile-trees.mjs';
import { labelBlocks } from './label-blocks.mjs';
import { loadPages, siteOf } from './pages.mjs';
import { report } from './report.mjs';

const { values: args } = parseArgs({
  options: {
    data: { type: 'string' },
    write: { type: 'boolean', default: false },
    folds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const FOLDS = Number(args.folds);
const SEED = Number(args.seed);

/** Weight of a set among all; the pages of one type share theirs equally. */
const SET_WEIGHTS = { wcxb: 50, segments: 20, articles: 15, reader: 7.5, 'cases-md': 7.5 };
/** Words of fewer sites would speak for those sites. 20, 35 and 60 gave main 87.2, 87.7 and 87.4. */
const MIN_SITES = 40;
/** Cross-validated main 87.3; 120 trees of 10 leaves gave 87.0. */
const BLOCK_TREES = { trees: 200, leaves: 14, rate: 0.08, seed: SEED };
const TYPE_TREES = { trees: 20, leaves: 3, rate: 0.15, minRows: 5, columnShare: 0.6, rowShare: 0.8 };
/** Weights nearer to 0 say nothing. */
const MIN_NAME_WEIGHT = 0.08;
const MIN_WORD_WEIGHT = 0.12;
/** Of a page's weight, the share weighted by words; the rest is weighted by blocks, because short texts matter too. */
const SHARE_BY_WORDS = 0.6;
const hash = (text) =>
  [...text].reduce((sum, char) => Math.imul(sum ^ char.codePointAt(0), 16777619) >>> 0, 2166136261);

function readPage(page) {
  const document = parseHtml(page.html, page.url);
  const statements = readStatements(document);
  cleanPage(document);
  const outline = outlinePage(findElement(document.root, 'body') ?? document.root);
  const texts = outline.blocks.map(textOfBlock);
  const site = siteOf(page);
  return {
    ...page,
    html: null,
    outline,
    statements,
    texts,
    site,
    fold: hash(SEED === 1 ? site : `${site}#${SEED}`) % FOLDS,
    ...labelBlocks(page, texts),
  };
}

const NO_HINTS = new Map();

/** Words with the sites they stand on, and for each block the words that speak about it. */
function collectWords(pages) {
  const names = new Map();
  const words = new Map();
  const note = (map, word, site) => (map.get(word) ?? map.set(word, new Set()).get(word)).add(site);
  for (const page of pages) {
    page.elementNames = page.outline.elements.map((element, at) => (at === 0 ? [] : nameWords(element)));
    page.blockWords = collectFeatures(page.outline, page.statements, NO_HINTS, NO_HINTS).texts.map(textWords);
    for (const list of page.elementNames) for (const word of list) note(names, word, page.site);
    for (const list of page.blockWords) for (const word of list) note(words, word, page.site);
  }
  const places = (map) =>
    new Map([...map].filter(([, sites]) => sites.size >= MIN_SITES).map(([word], at) => [word, at]));
  return { names: places(names), words: places(words) };
}

function placesOf(list, vocabulary) {
  return list.flatMap((word) => (vocabulary.has(word) ? [vocabulary.get(word)] : []));
}

/** The blocks of all pages as rows: what they are, what they weigh, what is said about them. */
function makeRows(pages, vocabulary) {
  const sizes = {};
  const kindOf = ({ set, type }) => (set === 'wcxb' ? `${set} ${type}` : set);
  for (const page of pages) sizes[kindOf(page)] = (sizes[kindOf(page)] ?? 0) + 1;
  const types = new Set(pages.filter(({ set }) => set === 'wcxb').map(({ type }) => type)).size;
  const rows = { targets: [], weights: [], folds: [], names: [], words: [] };
  for (const page of pages) {
    const known = page.labels.reduce((list, label, at) => (label < 0 ? list : [...list, at]), []);
    const words = known.reduce((sum, at) => sum + page.words[at], 0);
    const share = (SET_WEIGHTS[page.set] ?? 1) / (page.set === 'wcxb' ? types : 1) / sizes[kindOf(page)];
    const names = page.elementNames.map((list) => placesOf(list, vocabulary.names));
    page.labels.forEach((label, at) => {
      const weight = SHARE_BY_WORDS * (page.words[at] / words) + (1 - SHARE_BY_WORDS) / known.length;
      rows.targets.push(Math.max(0, label));
      rows.weights.push(label < 0 ? 0 : share * weight);
      rows.folds.push(page.fold);
      rows.names.push(chainOf(page.outline, at).flatMap((place) => names[place]));
      rows.words.push(placesOf(page.blockWords[at], vocabulary.words));
    });
  }
  return rows;
}

function chainOf({ blocks, parents }, at) {
  const chain = [];
  for (let place = blocks[at].owner; place > 0; place = parents[place]) chain.push(place);
  return chain;
}

/** Word weights from all rows but those of the given folds. Kept, because folds meet again. */
function hintsWithout(rows, vocabulary, folds, kept) {
  const key = [...folds].sort().join();
  if (kept.has(key)) return kept.get(key);
  const used = rows.targets.flatMap((_, row) =>
    rows.weights[row] > 0 && !folds.includes(rows.folds[row]) ? [row] : [],
  );
  const weigh = (lists, places, least, usable) => {
    const random = { seed: 6 + SEED }; // the shipped model was made with 7
    const weights = weighWords(lists, rows.targets, rows.weights, usable, places.size, random);
    return new Map(
      [...places].flatMap(([word, at]) =>
        Math.abs(weights[at]) < least ? [] : [[word, Number(weights[at].toFixed(2))]],
      ),
    );
  };
  const hints = {
    names: weigh(rows.names, vocabulary.names, MIN_NAME_WEIGHT, used),
    words: weigh(
      rows.words,
      vocabulary.words,
      MIN_WORD_WEIGHT,
      used.filter((row) => rows.words[row].length > 0),
    ),
  };
  kept.set(key, hints);
  return hints;
}

/** A model without the sites of `heldOut`, as the text that is shipped. */
function makeModel(pages, rows, vocabulary, heldOut, kept) {
  const width = FEATURE_NAMES.length;
  const table = new Float32Array(rows.targets.length * width);
  let row = 0;
  for (const page of pages) {
    const { names, words } = hintsWithout(rows, vocabulary, [...new Set([...heldOut, page.fold])], kept);
    fillRows(table.subarray(row * width, (row + page.labels.length) * width), page, names, words);
    row += page.labels.length;
  }
  const binned = binColumns(table, width);
  const used = rows.targets.flatMap((_, at) =>
    rows.weights[at] > 0 && !heldOut.includes(rows.folds[at]) ? [at] : [],
  );
  const model = growTrees(binned, rows.targets, rows.weights, used, BLOCK_TREES);
  const hints = hintsWithout(rows, vocabulary, heldOut, kept);
  return {
    bias: Number(model.bias.toPrecision(4)),
    names: writeWeights(hints.names),
    words: writeWeights(hints.words),
    trees: model.trees.map((tree) => writeTree(tree, FEATURE_NAMES)).join('\n'),
  };
}

function fillRows(table, { outline, statements }, names, words) {
  const facts = collectFeatures(outline, statements, names, words);
  const row = new FeatureRow(outline, facts);
  outline.blocks.forEach((_, at) => {
    row.moveTo(at);
    table.set(row.values, at * FEATURE_NAMES.length);
  });
}

const short = (value, digits) => String(Number(value.toPrecision(digits)));

function writeTree(node, names) {
  if (typeof node === 'number') return short(node, 3);
  return `(${names[node.column]}<${short(node.limit, 4)} ${writeTree(node.below, names)} ${writeTree(node.above, names)})`;
}

const LINE_CHARS = 105;

function writeWeights(weights) {
  const entries = [...weights]
    .sort((a, b) => a[1] - b[1])
    .map(([word, weight]) => `${word} ${weight.toFixed(2)},`);
  const lines = [''];
  for (const entry of entries) {
    if (lines.at(-1).length + entry.length > LINE_CHARS) lines.push('');
    lines[lines.length - 1] += (lines.at(-1) === '' ? '' : ' ') + entry;
  }
  return lines.join('\n');
}

function judge(pages, models) {
  report(
    pages.map((page) => {
      const { outline, statements } = page;
      const {
        verdicts: chosen,
        candidate,
        pageType,
      } = chooseCandidate(outline, statements, models[page.fold]);
      const verdicts = removeDuplicateBlocks(outline, dropReviews(outline, chosen, statements), pageType);
      return { page, candidate, text: page.texts.filter((_, at) => verdicts[at] === null).join('\n') };
    }),
  );
}

/** One additive model for each type: rows are pages. */
function makeTypeModels(pages) {
  const typed = pages.filter(({ set }) => set === 'wcxb');
  const names = Object.keys(PAGE_FEATURES);
  const table = Float32Array.from(typed.flatMap((page) => pageRow(page, names)));
  const binned = binColumns(table, names.length, 24);
  const even = typed.map(() => 1);
  const grow = (type, rows) =>
    growTrees(
      binned,
      typed.map((page) => (page.type === type ? 1 : 0)),
      even,
      rows,
      TYPE_TREES,
    );
  const types = [...new Set(typed.map(({ type }) => type))].sort();
  const all = typed.map((_, row) => row);
  reportTypes(
    typed,
    types,
    (type, fold) =>
      grow(
        type,
        all.filter((row) => typed[row].fold !== fold),
      ),
    binned,
  );
  return types
    .map((type) => ({ type, ...grow(type, all) }))
    .map(({ type, bias, trees }) => ({
      type,
      bias: Number(bias.toPrecision(3)),
      trees: trees.map((tree) => writeTree(tree, names)).join('\n'),
    }));
}

function pageRow({ outline, statements }, names) {
  const scored = scoredCandidate(outline, statements);
  const kept = outline.blocks.filter((_, at) => scored.keeps[at]);
  const view = { outline, scored, kept, keptChars: kept.reduce((sum, block) => sum + block.chars, 0) };
  return names.map((name) => PAGE_FEATURES[name](view));
}

function reportTypes(typed, types, modelOf, binned) {
  let right = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const models = types.map((type) => ({ type, model: modelOf(type, fold) }));
    typed.forEach((page, row) => {
      if (page.fold !== fold) return;
      const guesses = models
        .map(({ type, model }) => ({ type, value: predict(model, binned, row) }))
        .sort((a, b) => b.value - a.value);
      if (guesses[0].type === page.type) right++;
    });
  }
  console.log(`page types, cross-validated: ${((100 * right) / typed.length).toFixed(1)} % right`);
}

const TARGET = new URL('../../libs/web-extract/src/convert/content/score/', import.meta.url);
const HEAD = '// Made by `node bench/content-model/train.mjs`, which says how; not written by hand.\n';

function writeContentModel({ bias, names, words, trees }) {
  writeFileSync(
    new URL('content-model.ts', TARGET),
    `${HEAD}import type { ModelSource } from './block-model.js';

/**
 * What speaks for and against a block of text being content, found on annotated pages (docs/quality.md).
 *
 * - \`names\`: words of class names, ids, roles and tags, above 0 for content. Only words of ${MIN_SITES} and more sites.
 * - \`words\`: words of short texts, likewise.
 *
 * The trees below: \`(feature<limit below above)\`; the values of the leaves reached are added to \`bias\`, and the
 * logistic function of the sum is the probability of content.
 */
export const CONTENT_MODEL: Omit<ModelSource, 'trees'> = {
  bias: ${bias},
  names: \`
${names}\`,
  words: \`
${words}\`,
};

/** Trees of the model, the source of content-trees.generated.ts. Not part of the package. */
export const CONTENT_TREES = \`
${trees}\`;
`,
  );
  writeFileSync(new URL('content-trees.generated.ts', TARGET), compileTrees(trees, FEATURE_NAMES));
}

function writeTypeModels(models) {
  const entries = models.map(
    ({ type, bias, trees }) => `  ${type}: {\n    bias: ${bias},\n    trees: \`\n${trees}\`,\n  },`,
  );
  writeFileSync(
    new URL('page-type-model.ts', TARGET),
    `${HEAD}import type { ModelSource } from './block-model.js';

/** What speaks for each kind of page; the format is that of the content model. */
export const PAGE_TYPE_MODEL: Readonly<Record<string, Pick<ModelSource, 'bias' | 'trees'>>> = {
${entries.join('\n')}
};
`,
  );
}

const pages = loadPages(args.data).map(readPage);
const vocabulary = collectWords(pages);
const rows = makeRows(pages, vocabulary);
const kept = new Map();
console.log(
  `${pages.length} pages, ${rows.targets.length} blocks, ${vocabulary.names.size} names, ${vocabulary.words.size} words`,
);
console.log('best possible choice of blocks');
report(
  pages.map((page) => ({
    page,
    text: page.texts
      .filter((_, at) => (page.wanted === undefined ? page.labels[at] !== 0 : page.labels[at] === 1))
      .join('\n'),
  })),
);
if (FOLDS > 1) {
  const models = Array.from({ length: FOLDS }, (_, fold) =>
    readModel(makeModel(pages, rows, vocabulary, [fold], kept), FEATURE_NAMES),
  );
  console.log(`cross-validated by site, ${FOLDS} parts`);
  judge(pages, models);
}
const types = makeTypeModels(pages);
if (args.write) {
  writeContentModel(makeModel(pages, rows, vocabulary, [], kept));
  writeTypeModels(types);
}
