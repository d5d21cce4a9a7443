// Checks that the generated code of the content model is that of content-model.ts, or writes it.
// Build first: npm run build:lib. With --data, compares both forms of the model on all blocks of the annotated pages.
//
//   node bench/content-model/trees.mjs [--write] [--data DIR]
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEATURE_NAMES } from '../../libs/web-extract/build/convert/content/score/block-feature.js';
import { compiledModel, readModel } from '../../libs/web-extract/build/convert/content/score/block-model.js';
import { cleanPage } from '../../libs/web-extract/build/convert/content/cleaning/clean-page.js';
import {
  CONTENT_MODEL,
  CONTENT_TREES,
} from '../../libs/web-extract/build/convert/content/score/content-model.js';
import { CONTENT_TREE_SUMS } from '../../libs/web-extract/build/convert/content/score/content-trees.generated.js';
import { FeatureRow } from '../../libs/web-extract/build/convert/content/score/feature-row.js';
import { collectFeatures } from '../../libs/web-extract/build/convert/content/block-features/page-features.js';
import { outlinePage } from '../../libs/web-extract/build/convert/content/block-features/page-outline.js';
import { readStatements } from '../../libs/web-extract/build/convert/content/block-features/page-statements.js';
import { findElement } from '../../libs/documents/build/markup/dom/nodes.js';
import { parseHtml } from '../../libs/documents/build/markup/parse/parse-html.js';
import { compileTrees } from './compile-trees.mjs';
import { loadPages } from './pages.mjs';

const { values: args } = parseArgs({
  options: { data: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const FILE = new URL(
  '../../libs/web-extract/src/convert/content/score/content-trees.generated.ts',
  import.meta.url,
);

const text = compileTrees(CONTENT_TREES, FEATURE_NAMES);
if (args.write) writeFileSync(FILE, text);
else report('generated code is up to date', readFileSync(FILE, 'utf8') === text);
if (args.data) comparePages(loadPages(args.data));

function report(what, isRight) {
  console.log(`${isRight ? 'ok' : 'not ok'} ${what}`);
  if (!isRight) process.exitCode = 1;
}

function comparePages(pages) {
  const readable = readModel({ ...CONTENT_MODEL, trees: CONTENT_TREES }, FEATURE_NAMES);
  const compiled = compiledModel(CONTENT_MODEL, CONTENT_TREE_SUMS);
  let [blocks, different] = [0, 0];
  for (const values of pages.flatMap((page) => rowsOf(page, readable))) {
    blocks++;
    if (readable.probability(values) !== compiled.probability(values)) different++;
  }
  report(`${different} of ${blocks} blocks differ`, blocks > 0 && different === 0);
}

function rowsOf({ html, url }, { names, words }) {
  const document = parseHtml(html, url);
  const statements = readStatements(document);
  cleanPage(document);
  const outline = outlinePage(findElement(document.root, 'body') ?? document.root);
  const row = new FeatureRow(outline, collectFeatures(outline, statements, names, words));
  return outline.blocks.map((_, at) => {
    row.moveTo(at);
    return row.values.slice();
  });
}
