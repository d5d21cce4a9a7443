import { PrintText, type PrintElement, type PrintKind } from '../print-node.js';
import { fencedCode, inlineCode } from './code.js';
import { linkAddress, linkTitle } from './link-address.js';

/** Turns the printed content of an element into its markdown. Line breaks at the ends ask for that much distance. */
type Rule = (content: string, element: PrintElement) => string;

/** How each kind of element is printed. */
export const RULES: Readonly<Record<Exclude<PrintKind, 'document'>, Rule>> = {
  paragraph: block,
  line: (content) => `\n${content}\n`,
  heading: (content, { details }) =>
    block(`${'#'.repeat(details.level!)} ${escapeClosingMarks(content)}`.trimEnd()),
  rule: (_, { details }) => block(details.marker ?? '---'),
  quote: (content) =>
    block(
      trimNewlines(content)
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>'),
    ),
  list: block,
  'inner-list': (content) => `\n${trimNewlines(content)}\n`,
  item: (content, { details }) => `\n${indented(content, details.marker!)}\n`,
  'loose-item': (content, { details }) => block(indented(content, details.marker!)),
  term: (content) => `\n\n${content}\n`,
  definition: (content) => `\n: ${content}\n`,
  footnote: (content, { details }) => block(indented(content, `[^${details.marker}]: `, 4)),
  'code-block': (_, { details }) => block(fencedCode(details.text!, details.language ?? '')),
  'math-block': (_, { details }) => block(`$$\n${details.text}\n$$`),
  table: block,
  row: (content) => `\n|${content}\n`,
  'head-end': (_, { details }) => `\n|${' --- |'.repeat(details.level!)}\n`,
  cell: (content) => ` ${content.replace(/\|/g, '\\|')} |`,
  strong: delimited,
  emphasis: delimited,
  strike: delimited,
  superscript: (content) => `<sup>${content}</sup>`,
  subscript: (content) => `<sub>${content}</sub>`,
  code: (_, { details }) => inlineCode(details.text!),
  math: (_, { details }) => `$${details.text}$`,
  link: (content, { details }) =>
    details.marker === undefined
      ? `[${content}](${linkAddress(details.address!)}${linkTitle(details.title)})`
      : `[${content}][${details.marker}]`,
  image: (_, { details }) =>
    `![${alternative(details.text)}](${linkAddress(details.address!)}${linkTitle(details.title)})`,
  break: () => '  \n',
  'cell-break': () => '<br>',
  verbatim: (_, { details }) => details.text!,
};

function block(content: string): string {
  return `\n\n${content}\n\n`;
}

function delimited(content: string, { delimiters }: PrintElement): string {
  return `${delimiters![0]}${content}${delimiters![1]}`;
}

/** A heading may end in a row of number signs that does not count. */
function escapeClosingMarks(content: string): string {
  return content.endsWith('#') ? content.replace(/(^|\s)(#+)$/, '$1\\$2') : content;
}

function indented(content: string, marker: string, width = marker.length): string {
  const inner = trimNewlines(content);
  return marker + (inner.includes('\n') ? inner.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`) : inner);
}

/** The words of an image. Brackets need no escape while each has its partner. */
function alternative(source: string | undefined): string {
  const text = new PrintText((source ?? '').replace(/\s+/g, ' ').trim(), false);
  text.before = '[';
  text.after = ']';
  text.inLink = !hasBalancedBrackets(text.value);
  return text.nodeValue;
}

function hasBalancedBrackets(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '[') depth++;
    if (char === ']' && --depth < 0) return false;
  }
  return depth === 0;
}

function trimNewlines(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === '\n') start++;
  while (end > start && text[end - 1] === '\n') end--;
  return text.slice(start, end);
}
