import type { AnyNode, ParentNode } from 'domhandler';
import { appendNode } from '@web-extract/documents/markup/dom/tree-edits.js';
import { isElement, PageElement, PageText } from '@web-extract/documents/markup/dom/nodes.js';
import { parseTolerantly } from '../../metadata/tolerant-json.js';
import { textOfBlock } from '../block-features/page-features.js';
import type { PageOutline } from '../block-features/page-outline.js';
import { setChildren } from '../cleaning/prune.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** Shorter texts in structured data are summaries. */
const MIN_BODY_CHARS = 400;
const MAX_BODY_CHARS = 500_000;
/** A page that shows more than this share of the text is complete but for words of its layout. */
const MAX_SHOWN = 0.7;
const MIN_REST_CHARS = 150;
/** Letters that identify the beginning of a text, and of one of its sentences. */
const KEY_LETTERS = { text: 40, sentence: 30 };
const MAX_ITEMS = 200;

/** The rest of a text of which the page shows the beginning. */
export interface RestOfText {
  readonly paragraphs: readonly string[];
  /** The element that it follows. */
  readonly after: PageElement;
}

/**
 * Finds the rest of a text that the page shows in part, and states in full as the body of an article in its JSON-LD.
 *
 * @param scripts JSON-LD as written
 */
export function restOfText(
  scripts: readonly string[],
  outline: PageOutline,
  verdicts: BlockVerdicts,
): RestOfText | null {
  const kept = outline.blocks.reduce((sum, { chars }, at) => (verdicts[at] === null ? sum + chars : sum), 0);
  const body = bodyOf(scripts, kept);
  if (body === null || kept > MAX_SHOWN * body.length) return null;
  const shown = lettersOf(
    outline.blocks
      .filter((_, at) => verdicts[at] === null)
      .map(textOfBlock)
      .join(' '),
  );
  const letters = lettersOf(body);
  if (shown.length > MAX_SHOWN * letters.length || !shown.includes(letters.slice(0, KEY_LETTERS.text)))
    return null;
  const paragraphs = unshownOf(body, shown);
  const chars = paragraphs.reduce((sum, text) => sum + text.length, 0);
  const after = holderOf(outline, lastOf(letters, outline, verdicts));
  return chars >= MIN_REST_CHARS && after ? { paragraphs, after } : null;
}

/** The text in the first script that can hold more than what is kept. */
function bodyOf(scripts: readonly string[], kept: number): string | null {
  for (const script of scripts) {
    const isLonger = script.length * MAX_SHOWN > kept && script.length <= MAX_BODY_CHARS;
    const body = isLonger && script.includes('"articleBody"') ? bodyIn(parseTolerantly(script)) : null;
    if (body !== null) return body;
  }
  return null;
}

/** The last kept block that is a part of the text. */
function lastOf(letters: string, { blocks }: PageOutline, verdicts: BlockVerdicts): number {
  for (let at = verdicts.length - 1; at > 0; at--) {
    if (verdicts[at] !== null || blocks[at]!.chars < KEY_LETTERS.text) continue;
    if (letters.includes(lettersOf(textOfBlock(blocks[at]!)).slice(0, KEY_LETTERS.text))) return at;
  }
  return Math.max(0, verdicts.lastIndexOf(null));
}

function bodyIn(value: unknown): string | null {
  const queue: unknown[] = [value];
  for (let at = 0; at < queue.length && at < MAX_ITEMS; at++) {
    const item = queue[at];
    if (Array.isArray(item)) queue.push(...item.slice(0, MAX_ITEMS));
    else if (typeof item === 'object' && item !== null) {
      const { articleBody, '@graph': graph } = item as Readonly<Record<string, unknown>>;
      if (typeof articleBody === 'string' && articleBody.length >= MIN_BODY_CHARS) return plain(articleBody);
      if (graph) queue.push(graph);
    }
  }
  return null;
}

/** Some write the markup of the text. */
function plain(text: string): string {
  return text
    .replace(/<\/(?:p|div|h[1-6]|li)\s*>|<br\s*\/?>/gi, '\n')
    .replace(/<[^<>]{0,1000}>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&(?:amp;)?(?:quot|#34);/g, '"')
    .replace(/&amp;/g, '&');
}

/** The paragraphs, or of one long paragraph the sentences, that the page does not show. */
function unshownOf(body: string, shown: string): string[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const pieces = lines.length > 1 ? lines : (body.match(/[^.!?…。]{1,2000}[.!?…。]*["”»)]*\s*/gu) ?? []);
  const missing = pieces.filter((piece) => {
    const key = lettersOf(piece).slice(0, KEY_LETTERS.sentence);
    return key !== '' && !shown.includes(key);
  });
  return lines.length > 1 ? missing.map((line) => line.trim()) : [missing.join('').trim()].filter(Boolean);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** Elements that hold paragraphs beside each other. */
const HOLDERS = /^(?:p|div|section|article|main|h[1-6]|blockquote|pre|figure|table|ul|ol|dl)$/;
const PARTS = /^(?:li|td|th|tr|tbody|thead|tfoot|dd|dt|figcaption|span|a|ul|ol|dl|table|blockquote|figure)$/;

/** The element of a block that a paragraph may follow. */
function holderOf({ blocks, elements, parents }: PageOutline, block: number): PageElement | null {
  let at = blocks[block]!.owner;
  while (at > 0 && parents[at]! > 0 && PARTS.test((elements[parents[at]!] as PageElement).name))
    at = parents[at]!;
  while (at > 0 && !HOLDERS.test((elements[at] as PageElement).name)) at = parents[at]!;
  return at > 0 ? (elements[at] as PageElement) : null;
}

/** Writes the rest of a text below the part that the page shows. */
export function appendRest({ paragraphs, after }: RestOfText): void {
  const parent = after.parent as ParentNode | null;
  if (!parent) return;
  const nodes = paragraphs.map((text) => {
    const paragraph = new PageElement('p', {});
    appendNode(paragraph, new PageText(text));
    return paragraph as AnyNode;
  });
  const children = parent.children as AnyNode[];
  const at = children.findIndex((child) => isElement(child) && child === after);
  setChildren(parent, [...children.slice(0, at + 1), ...nodes, ...children.slice(at + 1)]);
}
