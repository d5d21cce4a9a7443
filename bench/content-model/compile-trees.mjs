import { TREES_PER_SUM } from '../../libs/web-extract/build/convert/content/score/block-model.js';

const HEAD = `// Generated from content-model.ts by \`node bench/content-model/trees.mjs --write\`. Do not edit.
import type { TreeSum } from './block-model.js';

/** The trees of the content model as functions, each of ${TREES_PER_SUM} trees. */
export const CONTENT_TREE_SUMS: readonly TreeSum[] = [
`;

/**
 * The source text of functions that give the same sums as the trees, one tree a line as content-model.ts has them.
 * Numbers are copied as they are written.
 */
export function compileTrees(trees, featureNames) {
  const sums = trees
    .trim()
    .split('\n')
    .map((line) => `    s += ${expressionOf(line, featureNames)};\n`);
  let text = HEAD;
  for (let at = 0; at < sums.length; at += TREES_PER_SUM) {
    text += `  (v, s) => {\n${sums.slice(at, at + TREES_PER_SUM).join('')}    return s;\n  },\n`;
  }
  return `${text}];\n`;
}

/** `(feature<limit below above)` as nested conditions. */
function expressionOf(line, featureNames) {
  const tokens = line.match(/[^\s()<]+/g);
  let at = 0;
  const read = () => {
    const token = tokens[at++];
    if (!Number.isNaN(Number(token))) return token;
    const place = featureNames.indexOf(token);
    if (place < 0) throw new Error(`Unknown feature of the model: ${token}`);
    const limit = tokens[at++];
    return `(v[${place}]!<${limit}?${read()}:${read()})`;
  };
  const expression = read();
  if (at !== tokens.length) throw new Error(`Not a tree: ${line}`);
  return expression;
}
