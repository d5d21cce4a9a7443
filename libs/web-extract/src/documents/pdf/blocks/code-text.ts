import { median } from '../lines/geometry.js';
import type { TextLine } from '../lines/text-line.js';

/** More blank lines than this are not written. */
const MAX_BLANK_LINES = 2;

/** Lines further apart than this, in sizes, have a blank one between them: of two lines the distance says nothing. */
const MAX_PITCH = 1.55;

/** Lines of monospaced letters as they were typed, with the blanks at their begin and inside. */
export function codeText(lines: readonly TextLine[]): string {
  const advance = advanceOf(lines);
  const left = Math.min(...lines.map((line) => line.left));
  const distances = lines.slice(1).map((line, i) => line.baseline - lines[i]!.baseline);
  const pitch = Math.min(
    median(distances.filter((distance) => distance > 0)) || 12,
    MAX_PITCH * lines[0]!.size,
  );
  let text = '';
  lines.forEach((line, i) => {
    if (i > 0) {
      const distance = line.baseline - lines[i - 1]!.baseline;
      const blank = Math.min(MAX_BLANK_LINES, Math.max(0, Math.round(distance / pitch) - 1));
      text += '\n'.repeat(1 + blank);
    }
    text += lineText(line, left, advance);
  });
  return text;
}

function advanceOf(lines: readonly TextLine[]): number {
  const widths = lines.flatMap(({ words }) =>
    words.map(({ left, right, text }) => (right - left) / text.length),
  );
  return median(widths) || 6;
}

function lineText({ words }: TextLine, left: number, advance: number): string {
  let text = '';
  let right = left;
  for (const word of words) {
    const blanks = Math.round((word.left - right) / advance);
    text += ' '.repeat(Math.max(text === '' || word.isGlued ? 0 : 1, Math.min(blanks, 200)));
    text += word.text;
    right = word.right;
  }
  return text;
}
