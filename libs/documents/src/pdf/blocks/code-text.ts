import { median } from '../lines/geometry.js';
import type { TextLine } from '../lines/text-line.js';

/** Maximum number of consecutive blank lines. */
const MAX_BLANK_LINES = 2;

/** Maximum regular line spacing in font sizes: the distance of only two lines may include a blank line. */
const MAX_PITCH = 1.55;

/** Monospaced lines as typed, with their indentation and inner spaces. */
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
