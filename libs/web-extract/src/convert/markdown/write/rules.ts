import { LayoutText, type LayoutElement, type LayoutKind } from '../layout-node.js';
import { boundBlanks } from './bound-blanks.js';
import { fencedCode, inlineCode } from './code.js';
import { linkAddress, linkTitle } from './link-address.js';
import { trimNewlines } from './trim-newlines.js';
import { UNSEEN } from './unseen-marks.js';

/** Turns the printed content of an element into its markdown. Line breaks at the ends ask for that much distance. */
type Rule = (content: string, element: LayoutElement) => string;

/** Rule for each kind of element. */
export const RULES: Readonly<Record<LayoutKind, Rule>> = {
  link: (content, { details }) =>
    details.marker === undefined
      ? `[${content}](${linkAddress(details.address!)}${linkTitle(details.title)})`
      : `[${content}][${details.marker}]`,
  'line-item': item,
  cell: (content) => ` ${content.replace(/\|/g, '\\|')} |`,
  paragraph: block,
  item,
  line: (content) => `\n${content}\n`,
  row: (content) => `\n|${content}\n`,
  strong: delimited,
  emphasis: delimited,
  heading: (content, { details }) =>
    block(`${'#'.repeat(details.level!)} ${escapeClosingMarks(content)}`.trimEnd()),
  code: (_, { details }) => inlineCode(boundBlanks(details.text!)),
  list: block,
  'inner-list': (content) => `\n${trimNewlines(content)}\n`,
  'loose-item': (content, { details }) => block(indented(content, details.marker!)),
  break: () => '  \n',
  image: (_, { details }) =>
    `![${alternative(details.text)}](${linkAddress(details.address!)}${linkTitle(details.title)})`,
  quote: (content) =>
    block(
      trimNewlines(content)
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>'),
    ),
  table: block,
  'head-end': (_, { details }) => `\n|${' --- |'.repeat(details.level!)}\n`,
  'code-block': (_, { details }) => block(fencedCode(boundBlanks(details.text!), details.language ?? '')),
  rule: (_, { details }) => block(details.marker ?? '---'),
  'cell-break': () => '<br>',
  term: (content) => `\n\n${content}`,
  // CommonMark has no definition lists: with a hard line break it shows each definition in a line of its own
  definition: (content) => `  \n: ${content}`,
  strike: delimited,
  superscript: (content) => `<sup>${content}</sup>`,
  subscript: (content) => `<sub>${content}</sub>`,
  math: (_, { details }) => `$${details.text}$`,
  'math-block': (_, { details }) => block(`$$\n${boundBlanks(details.text!)}\n$$`),
  footnote: (content, { details }) => block(footnote(trimNewlines(content), `[^${details.marker}]:`)),
  verbatim: (_, { details }) => boundBlanks(details.text!),
  ruled: (content, { details }) => details.write!(content),
};

function block(content: string): string {
  return `\n\n${content}\n\n`;
}

function item(content: string, { details }: LayoutElement): string {
  return `\n${indented(content, details.marker!)}\n`;
}

/** An address that is none of the web, with a title if there is one, as a definition has it. */
const ADDRESS = /^(?!https?:\/\/)(?:[^\s:&\\]*[:&\\]|[^\w\s<])\S*(?:[ \t]+["'(]|[ \t]*$)/i;
const POINTED_ADDRESS = /^<(?!https?:\/\/)(?:[^<>\\]|\\.)*>(?:[ \t]|$)/i;
const FENCE = /^(?:`{3}|~{3}|\$\$)/;

/** Renderers without notes must not read a note as the definition of a link to a script: that has only an address behind its colon. */
function footnote(content: string, mark: string): string {
  if (FENCE.test(content)) return indented(content, `${mark}\n\n    `, 4);
  const end = content.indexOf('\n');
  const first = end < 0 ? content : content.slice(0, end);
  const isAddress = ADDRESS.test(first) || POINTED_ADDRESS.test(first);
  return indented(content, isAddress ? `${mark} &nbsp; ` : `${mark} `, 4);
}

function delimited(content: string, { delimiters }: LayoutElement): string {
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

/** A bracket that is escaped in any text: its partner must be as well. */
const ESCAPED_BRACKET = /\](?=[[(:])|\[\^/;

/** The words of an image. Brackets need no escape while each has its partner and none makes a link. */
function alternative(source: string | undefined): string {
  const text = new LayoutText((source ?? '').replace(UNSEEN, '').replace(/\s+/g, ' ').trim());
  text.before = '[';
  text.after = ']';
  text.inLink = !hasBalancedBrackets(text.value) || ESCAPED_BRACKET.test(text.value);
  return text.escaped;
}

function hasBalancedBrackets(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '[') depth++;
    if (char === ']' && --depth < 0) return false;
  }
  return depth === 0;
}
