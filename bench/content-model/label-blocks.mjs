// Which blocks of a page are in the wanted text: 1, 0, or -1 where nothing is known.
import { wordsOf } from './pages.mjs';

/** Larger pages are labelled by their word groups alone. */
const MAX_CELLS = 400e6;
/** Words that follow one another on both sides count more than scattered ones. */
const RUN_BONUS = 3;
const GROUP = 4;

export function labelBlocks(page, texts) {
  const words = texts.map(wordsOf);
  return {
    words: words.map((list) => list.length),
    labels: page.wanted === undefined ? labelByPieces(page, words) : labelByText(page.wanted, words),
  };
}

function labelByPieces(page, words) {
  const labels = new Float32Array(words.length).fill(-1);
  const mark = (pieces, label) => {
    for (const piece of pieces) {
      const wanted = ` ${wordsOf(piece).join(' ')} `;
      if (wanted.trim() === '') continue;
      words.forEach((list, at) => {
        const text = ` ${list.join(' ')} `;
        if (list.length > 0 && (text.includes(wanted) || (list.length >= GROUP && wanted.includes(text))))
          labels[at] = label;
      });
    }
  };
  mark(page.without, 0);
  mark(page.with, 1);
  return labels;
}

function labelByText(wanted, words) {
  const reference = wordsOf(wanted);
  const hits = alignedWords(reference, words);
  const groups = new Set(reference.map((_, at) => reference.slice(at, at + GROUP).join(' ')));
  return Float32Array.from(words, (list, at) => {
    if (list.length === 0) return -1;
    const aligned = hits[at] / list.length;
    if (list.length < GROUP + 2) return aligned >= 0.5 ? 1 : 0;
    const known = list
      .slice(0, 1 - GROUP)
      .filter((_, from) => groups.has(list.slice(from, from + GROUP).join(' '))).length;
    const share = known / (list.length - GROUP + 1);
    return (share > 0.7
      ? Math.max(aligned, share)
      : share < 0.2
        ? Math.min(aligned, share + 0.1)
        : aligned) >= 0.5
      ? 1
      : 0;
  });
}

/** Words of each block in the best alignment of the page with the wanted text, in order. */
function alignedWords(reference, words) {
  const hits = new Float32Array(words.length);
  const ids = new Map();
  const idOf = (word) => ids.get(word) ?? (ids.set(word, ids.size), ids.size - 1);
  const owners = words.flatMap((list, at) => list.map(() => at));
  const left = words.flat().map(idOf);
  const right = reference.map(idOf);
  const width = right.length + 1;
  if (left.length * width > MAX_CELLS) return hits;
  const steps = new Uint8Array((left.length + 1) * width);
  let [above, row, runsAbove, runs] = Array.from({ length: 4 }, () => new Int32Array(width));
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j < width; j++) {
      let [best, step] = above[j] >= row[j - 1] ? [above[j], 1] : [row[j - 1], 2];
      runs[j] = 0;
      if (left[i - 1] === right[j - 1]) {
        const run = runsAbove[j - 1] + 1;
        const score = above[j - 1] + (run === 1 ? 1 : RUN_BONUS);
        if (score >= best) [best, step, runs[j]] = [score, 3, run];
      }
      row[j] = best;
      steps[i * width + j] = step;
    }
    [above, row, runsAbove, runs] = [row, above, runs, runsAbove];
  }
  for (let i = left.length, j = width - 1; i > 0 && j > 0;) {
    const step = steps[i * width + j];
    if (step === 3) hits[owners[i - 1]]++;
    if (step !== 2) i--;
    if (step !== 1) j--;
  }
  return hits;
}
