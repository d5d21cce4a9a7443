// Gradient-boosted trees on histograms with the logistic loss, and a sparse logistic regression. No dependencies; the
// same input gives the same model.

/** A linear congruential generator: good enough to pick rows and columns, and the same everywhere. */
const randomFrom = (seed) => {
  let state = seed;
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
};

const sigmoid = (value) => 1 / (1 + Math.exp(-value));

/** Cuts each column of `rows` (row-major, `width` columns) into at most `size` bins of about equal count. */
export function binColumns(rows, width, size = 48) {
  const count = rows.length / width;
  const cuts = [];
  const bins = new Uint8Array(rows.length);
  for (let column = 0; column < width; column++) {
    const cut = cutsOf(rows, width, column, size);
    cuts.push(cut);
    for (let row = 0; row < count; row++) bins[row * width + column] = binOf(rows[row * width + column], cut);
  }
  return { bins, cuts, width };
}

function cutsOf(rows, width, column, size) {
  const step = Math.max(1, Math.floor(rows.length / width / 20_000));
  const values = [];
  for (let at = column; at < rows.length; at += width * step) values.push(rows[at]);
  values.sort((a, b) => a - b);
  const cuts = [];
  for (let bin = 1; bin < size; bin++) {
    const value = values[Math.floor((bin * values.length) / size)];
    if (value > values[0] && value > (cuts.at(-1) ?? -Infinity)) cuts.push(value);
  }
  return cuts;
}

function binOf(value, cuts) {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value >= cuts[middle]) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Trees for the probability that a row's target is 1.
 * Each tree is a number, or {column, bin, limit, below, above}: `below` for values under `limit`.
 */
export function growTrees(binned, targets, weights, rows, options) {
  const { trees: count, rate, columnShare = 0.5, rowShare = 0.7, unused = new Set(), seed = 1 } = options;
  const random = randomFrom(seed);
  const total = rows.reduce((sum, row) => sum + weights[row], 0);
  const mean = rows.reduce((sum, row) => sum + weights[row] * targets[row], 0) / total;
  const bias = Math.log(mean / (1 - mean));
  const scores = new Float32Array(targets.length).fill(bias);
  const [slopes, curves] = [new Float32Array(targets.length), new Float32Array(targets.length)];
  const trees = [];
  for (let round = 0; round < count; round++) {
    const picked = [];
    for (const row of rows) {
      const probability = sigmoid(scores[row]);
      const weight = (weights[row] * rows.length) / total;
      slopes[row] = weight * (probability - targets[row]);
      curves[row] = weight * Math.max(1e-6, probability * (1 - probability));
      if (random() < rowShare) picked.push(row);
    }
    const columns = binned.cuts.flatMap((_, column) =>
      !unused.has(column) && random() < columnShare ? [column] : [],
    );
    const tree = growTree(binned, { slopes, curves, columns, rows: Int32Array.from(picked) }, options);
    trees.push(scaled(tree, rate));
    for (const row of rows) scores[row] += leafOf(trees.at(-1), binned, row);
  }
  return { bias, trees };
}

const BINS = 64;
const RIDGE = 1;

/** Splits the leaf that gains most until there are enough. */
function growTree(binned, sample, { leaves, minRows = 40 }) {
  const open = [newLeaf(binned, sample, 0, sample.rows.length, minRows, null)];
  const root = open[0];
  for (let count = 1; count < leaves; count++) {
    const leaf = open.filter(({ split }) => split).sort((a, b) => b.split.gain - a.split.gain)[0];
    if (!leaf) break;
    open.splice(open.indexOf(leaf), 1);
    open.push(...splitLeaf(binned, sample, leaf, minRows));
  }
  return root;
}

function newLeaf(binned, sample, from, to, minRows, histogram) {
  const leaf = {
    from,
    to,
    histogram: histogram ?? histogramOf(binned, sample, from, to),
    slope: 0,
    curve: 0,
  };
  for (let at = from; at < to; at++) {
    leaf.slope += sample.slopes[sample.rows[at]];
    leaf.curve += sample.curves[sample.rows[at]];
  }
  leaf.split = bestSplit(binned, sample.columns, leaf, minRows);
  return leaf;
}

function histogramOf({ bins, width }, { rows, slopes, curves, columns }, from, to) {
  const sums = new Float64Array(columns.length * BINS * 3);
  for (let at = from; at < to; at++) {
    const row = rows[at];
    for (let k = 0; k < columns.length; k++) {
      const place = (k * BINS + bins[row * width + columns[k]]) * 3;
      sums[place] += slopes[row];
      sums[place + 1] += curves[row];
      sums[place + 2]++;
    }
  }
  return sums;
}

function bestSplit({ cuts }, columns, { histogram, slope, curve, from, to }, minRows) {
  let best = null;
  const before = (slope * slope) / (curve + RIDGE);
  columns.forEach((column, k) => {
    let [left, leftCurve, rows] = [0, 0, 0];
    for (let bin = 0; bin < cuts[column].length; bin++) {
      const place = (k * BINS + bin) * 3;
      left += histogram[place];
      leftCurve += histogram[place + 1];
      rows += histogram[place + 2];
      if (rows < minRows || to - from - rows < minRows) continue;
      const right = slope - left;
      const gain =
        (left * left) / (leftCurve + RIDGE) + (right * right) / (curve - leftCurve + RIDGE) - before;
      if (gain > (best?.gain ?? 1e-3)) best = { column, bin, gain };
    }
  });
  return best;
}

function splitLeaf(binned, sample, leaf, minRows) {
  const { bins, width, cuts } = binned;
  const { column, bin } = leaf.split;
  const { rows } = sample;
  let [low, high] = [leaf.from, leaf.to - 1];
  while (low <= high) {
    if (bins[rows[low] * width + column] <= bin) {
      low++;
    } else {
      [rows[low], rows[high]] = [rows[high], rows[low]];
      high--;
    }
  }
  const isLeftSmaller = low - leaf.from < leaf.to - low;
  const small = isLeftSmaller
    ? histogramOf(binned, sample, leaf.from, low)
    : histogramOf(binned, sample, low, leaf.to);
  const large = leaf.histogram.map((sum, at) => sum - small[at]);
  const [left, right] = isLeftSmaller ? [small, large] : [large, small];
  leaf.column = column;
  leaf.bin = bin;
  leaf.limit = cuts[column][bin];
  leaf.below = newLeaf(binned, sample, leaf.from, low, minRows, left);
  leaf.above = newLeaf(binned, sample, low, leaf.to, minRows, right);
  leaf.histogram = null;
  return [leaf.below, leaf.above];
}

function scaled(node, rate) {
  if (!node.below) return (-rate * node.slope) / (node.curve + RIDGE);
  const { column, bin, limit } = node;
  return { column, bin, limit, below: scaled(node.below, rate), above: scaled(node.above, rate) };
}

function leafOf(tree, { bins, width }, row) {
  let node = tree;
  while (typeof node !== 'number')
    node = bins[row * width + node.column] <= node.bin ? node.below : node.above;
  return node;
}

export function predict({ bias, trees }, binned, row) {
  return sigmoid(trees.reduce((sum, tree) => sum + leafOf(tree, binned, row), bias));
}

/** Weights of words: `lists[row]` holds the places of a row's words. Adagrad with a ridge. */
export function weighWords(
  lists,
  targets,
  weights,
  rows,
  size,
  { epochs = 3, rate = 0.15, ridge = 1e-3, seed = 7 } = {},
) {
  const random = randomFrom(seed);
  const result = new Float64Array(size);
  const seen = new Float64Array(size).fill(0.01);
  const total = rows.reduce((sum, row) => sum + weights[row], 0);
  const order = [...rows];
  let [bias, seenBias] = [0, 0.01];
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    for (const row of order) {
      let sum = bias;
      for (const word of lists[row]) sum += result[word];
      const slope = Math.min(20, (weights[row] * rows.length) / total) * (sigmoid(sum) - targets[row]);
      seenBias += slope * slope;
      bias -= (rate * slope) / Math.sqrt(seenBias);
      for (const word of lists[row]) {
        const step = slope + ridge * result[word];
        seen[word] += step * step;
        result[word] -= (rate * step) / Math.sqrt(seen[word]);
      }
    }
  }
  return result;
}
