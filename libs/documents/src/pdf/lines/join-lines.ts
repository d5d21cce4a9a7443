import { bareWord, LINE_END_HYPHEN, type DocumentStyle } from '../blocks/document-style.js';
import { isSameStyle } from './text-lines.js';
import type { TextLine, TextStyle, Word } from './text-line.js';

/** Text in one style. */
export interface TextRun {
  readonly text: string;
  readonly style: TextStyle;
}

/** Narrower columns, in characters, split identifiers. */
const MAX_NARROW = 24;
const UNSPACED = /[\u3001-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uFF00-\uFFEF]/;

/** A URL that is split after one of its delimiters. */
const CUT_ADDRESS = /(?:https?:\/\/|www\.)\S*[-/_=&?#%~+]$/i;

/** Joins the text of consecutive lines and repairs words split at line ends. */
export function joinLines(lines: readonly (readonly Word[])[], document: DocumentStyle): TextRun[] {
  const runs: { text: string; style: TextStyle }[] = [];
  const add = (text: string, style: TextStyle) => {
    const last = runs.at(-1);
    if (last && isSameStyle(last.style, style)) last.text += text;
    else runs.push({ text, style });
  };
  lines.forEach((words, index) => {
    words.forEach((word, i) => {
      const last = runs.at(-1);
      if (i > 0) {
        if (!word.isGlued) addBlank(runs, word.style);
      } else if (index > 0 && last) {
        const joint = isCutCode(lines, index) ? 'none' : jointOf(last.text, word.text, document);
        if (joint === 'mend') last.text = last.text.replace(/[-\u2010\u00AD]$/, '');
        else if (joint === 'blank') addBlank(runs, word.style);
      }
      add(word.text, word.style);
    });
  });
  return runs;
}

/** True if an identifier is split at the end of its narrow column, without a hyphen. */
function isCutCode(lines: readonly (readonly Word[])[], index: number): boolean {
  const [before, after] = [lines[index - 1]!.at(-1), lines[index]![0]];
  if (!before?.style.isMonospaced || !after?.style.isMonospaced) return false;
  const words = lines.flat();
  const right = Math.max(...words.map((word) => word.right));
  const left = Math.min(...words.map((word) => word.left));
  const advance = (before.right - before.left) / before.text.length;
  return (
    right - left < MAX_NARROW * advance &&
    before.right > right - 1.2 * advance &&
    /^[\p{L}\p{N}]/u.test(after.text)
  );
}

/** A blank between two styles is added to the plainer text. */
function addBlank(runs: { text: string; style: TextStyle }[], next: TextStyle): void {
  const last = runs.at(-1)!;
  if (isSameStyle(last.style, next) || isPlain(last.style)) last.text += ' ';
  else if (isPlain(next)) runs.push({ text: ' ', style: next });
  else
    runs.push({
      text: ' ',
      style: {
        ...next,
        isBold: last.style.isBold && next.isBold,
        isItalic: last.style.isItalic && next.isItalic,
        isMonospaced: false,
        script: null,
        href: last.style.href === next.href ? next.href : null,
      },
    });
}

function isPlain({ isBold, isItalic, isMonospaced, script, href }: TextStyle): boolean {
  return !isBold && !isItalic && !isMonospaced && script === null && href === null;
}

/** Determines how the end of a line is joined with the next line: by a blank, directly, or by removing a hyphen. */
function jointOf(before: string, after: string, document: DocumentStyle): 'blank' | 'none' | 'mend' {
  if (UNSPACED.test(before.at(-1) ?? '') && UNSPACED.test(after[0] ?? '')) return 'none';
  if (CUT_ADDRESS.test(before)) return 'none';
  if (LINE_END_HYPHEN.test(before) && /^\p{Ll}/u.test(after))
    return isParted(before, after, document) ? 'mend' : 'none';
  if (/[\p{L}\p{N}][-\u2010]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after))
    return isKnownWhole(before, after, document) ? 'mend' : 'none';
  return /\S[/]$/.test(before) && /^\S{6}/.test(after) && !/ /.test(before.slice(-8)) ? 'none' : 'blank';
}

/** True if the word without the hyphen occurs elsewhere, as for capitals inside names. */
function isKnownWhole(before: string, after: string, { vocabulary }: DocumentStyle): boolean {
  const head = bareWord(/[^\s]+$/.exec(before)?.[0] ?? '');
  const tail = bareWord(/^[^\s]+/.exec(after)?.[0] ?? '');
  return head.length > 1 && vocabulary.has(head + tail);
}

/** True if the hyphen was inserted by hyphenation; false if it belongs to the word. */
function isParted(before: string, after: string, { vocabulary, isHyphenated }: DocumentStyle): boolean {
  if (before.endsWith('\u00AD')) return true;
  const first = bareWord(/[^\s]+$/.exec(before)?.[0] ?? '');
  const second = bareWord(/^[^\s]+/.exec(after)?.[0] ?? '');
  const head = first.replace(/^.*-/, '');
  const tail = second.replace(/-.*$/, '');
  if (vocabulary.has(head + tail)) return true;
  if (vocabulary.has(`${first}-${second}`)) return false;
  if (!isHyphenated) return false;
  return !(vocabulary.has(head) && vocabulary.has(tail) && head.length > 2 && tail.length > 2);
}

export function wordsOf(lines: readonly TextLine[]): readonly (readonly Word[])[] {
  return lines.map(({ words }) => words);
}
