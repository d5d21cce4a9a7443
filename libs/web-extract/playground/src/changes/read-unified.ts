import type { DiffLine, TextDiff } from '../api/answers.js';

interface Chunk {
  readonly content: string;
  readonly changes: DiffLine[];
}

/** Reads the lines of a unified diff of one file. */
export function readUnified(text: string): TextDiff {
  const chunks: Chunk[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('@@')) chunks.push({ content: line, changes: [] });
    else if (line !== '' && !line.startsWith('\\'))
      chunks.at(-1)?.changes.push({ type: typeOf(line), content: line });
  }
  const count = (type: DiffLine['type']) =>
    chunks.reduce((sum, { changes }) => sum + changes.filter((change) => change.type === type).length, 0);
  const file = { from: 'previous', to: 'current', chunks, additions: count('add'), deletions: count('del') };
  return { text, json: { files: [file] } };
}

function typeOf(line: string): DiffLine['type'] {
  if (line.startsWith('+')) return 'add';
  return line.startsWith('-') ? 'del' : 'normal';
}
