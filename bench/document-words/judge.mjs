// Counts the words of a document's parts that its markdown lacks. A process of its own: its memory is not that of the readers.
import { bytesOf } from './bytes-of.mjs';
import { wordsOfParts } from './words-of-parts.mjs';
import { wordsOf, plainText } from './words.mjs';

const SAMPLE = 40;

process.on('message', ({ path, kind, markdown }) => {
  try {
    process.send(judge(wordsOfParts(kind, path, kind === 'pdf' ? null : bytesOf(path)), markdown));
  } catch (error) {
    process.send({ total: 0, lost: 0, sample: [], unread: error.message });
  }
});

function judge(words, markdown) {
  const read = new Map();
  for (const word of wordsOf(plainText(markdown))) read.set(word, (read.get(word) ?? 0) + 1);
  const missing = [];
  for (const word of words) {
    const left = read.get(word) ?? 0;
    if (left > 0) read.set(word, left - 1);
    else missing.push(word);
  }
  return { total: words.length, lost: missing.length, sample: missing.slice(0, SAMPLE) };
}
