// Figures of kept texts: F1 over words for pages with a wanted text, precision and recall of pieces for the others.
import { wordsOf } from './pages.mjs';

const mean = (list) => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
const percent = (value) => (100 * value).toFixed(1).padStart(5);

function bagOf(words) {
  const bag = new Map();
  for (const word of words) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

function overlapScore(out, wanted) {
  const bag = bagOf(wanted);
  const hits = [...bagOf(out)].reduce((sum, [word, count]) => sum + Math.min(count, bag.get(word) ?? 0), 0);
  const precision = out.length ? hits / out.length : 0;
  const recall = wanted.length ? hits / wanted.length : 0;
  return { precision, recall, f1: hits ? (2 * precision * recall) / (precision + recall) : 0 };
}

/** Articles are judged by groups of four words, so that order counts. */
const groupsOf = (words) => words.slice(0, -3).map((_, at) => words.slice(at, at + 4).join(' '));

const found = (text, pieces) => {
  const words = ` ${wordsOf(text).join(' ')} `;
  return pieces.filter((piece) => words.includes(` ${wordsOf(piece).join(' ')} `)).length;
};

const SHARES = { wcxb: 0.5, segments: 0.2, articles: 0.15, reader: 0.075, 'cases-md': 0.075 };

/** Prints the figures of `results`: {page, text}. */
export function report(results) {
  const scored = results.map(({ page, text }) => ({ page, text, ...scoreOf(page, text) }));
  const of = (set) => scored.filter(({ page }) => page.set === set);
  const figures = { wcxb: reportTypes(of('wcxb')), segments: pieceScore(of('segments')) };
  for (const set of ['articles', 'reader', 'cases-md']) figures[set] = mean(of(set).map(({ f1 }) => f1));
  const main = Object.entries(SHARES).reduce((sum, [set, share]) => sum + share * figures[set], 0);
  console.log(
    `  main ${percent(main)}  ${Object.entries(figures)
      .map(([set, value]) => `${set} ${percent(value)}`)
      .join('  ')}`,
  );
}

function scoreOf(page, text) {
  if (page.wanted === undefined) return {};
  const [out, wanted] = [wordsOf(text), wordsOf(page.wanted)];
  return page.set === 'articles' ? overlapScore(groupsOf(out), groupsOf(wanted)) : overlapScore(out, wanted);
}

function reportTypes(list) {
  const types = [...new Set(list.map(({ page }) => page.type))].sort();
  const scores = types.map((type) => mean(list.filter(({ page }) => page.type === type).map(({ f1 }) => f1)));
  const leaks = list
    .filter(({ page }) => page.without?.length)
    .map(({ page, text }) => found(text, page.without) / page.without.length);
  const missed = list.filter(({ recall }) => recall < 0.5).length / Math.max(1, list.length);
  console.log(`  ${types.map((type, at) => `${type} ${percent(scores[at])}`).join('  ')}`);
  console.log(`  leaked pieces ${percent(mean(leaks))}  missed pages ${percent(missed)}`);
  return mean(scores);
}

function pieceScore(list) {
  const wanted = list.reduce((sum, { page }) => sum + page.with.length, 0);
  const hits = list.reduce((sum, { page, text }) => sum + found(text, page.with), 0);
  const wrong = list.reduce((sum, { page, text }) => sum + found(text, page.without), 0);
  const [precision, recall] = [hits / Math.max(1, hits + wrong), hits / Math.max(1, wanted)];
  return hits ? (2 * precision * recall) / (precision + recall) : 0;
}
