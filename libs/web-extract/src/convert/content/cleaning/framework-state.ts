import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { parseTolerantly } from '../../metadata/tolerant-json.js';
import { flightRows, flightText } from './next-flight.js';
import type { StructuredText } from './structured-text.js';

/** Longer scripts are not read. */
export const MAX_SCRIPT_CHARS = 2_000_000;
const MAX_VALUES = 100_000;
const MAX_DEPTH = 40;
/** Shorter texts are teasers. */
const MIN_TEXT_CHARS = 400;
const MAX_CANDIDATES = 50;
/** A second text of this share of the longest one makes it unclear which one the page shows. */
const MAX_SECOND = 0.5;

/** Names of properties with the text of a page. */
const TEXT_NAMES =
  /^(?:(?:article|post|page|main)?_?(?:body|content|html|text|markdown|rendered|story|copy|value)(?:_?(?:html|text|raw|rendered|markdown))?|articleBody|description|longDescription)$/i;
const TITLE_NAMES = ['title', 'headline', 'name'] as const;
/** Parts of a state that are the same on every page. */
const SITE_PARTS = /^(?:i18n|translations?|messages|locale|config|nav(?:igation)?|menus?|footer|header|theme|styles?|css|query|runtimeConfig|related\w*|comments?|recommend\w*)$/i; // prettier-ignore

/** `window.__NUXT__ = {…}` and its kind. */
const ASSIGNED =
  /^\s*(?:window|self|globalThis)\s*(?:\.|\[\s*["'])\s*(?:__NUXT__|__INITIAL_STATE__|__PRELOADED_STATE__|__APOLLO_STATE__|__remixContext|__INITIAL_DATA__)(?:["']\s*\])?\s*=\s*/;
const DATA_IDS = /^(?:__NEXT_DATA__|__NUXT_DATA__)$/;

/**
 * The text that a page without text states in the data of its framework: Next (pages and flight data), Nuxt, and states that are
 * assigned to a global variable as JSON. Empty if there is none, or if it is unclear which text the page shows.
 *
 * @param scripts the scripts of the page, in document order
 */
export function readFrameworkState(scripts: readonly PageElement[]): StructuredText[] {
  const flight: string[] = [];
  for (const script of scripts) {
    const text = script.textContent;
    if (text.length > MAX_SCRIPT_CHARS) continue;
    if (text.includes('__next_f')) flight.push(text);
    const json = isDataScript(script) ? text : assignedState(text);
    const found =
      json === null
        ? null
        : textIn(parseTolerantly(json), { isList: script.attribs['id'] === '__NUXT_DATA__' });
    if (found) return [found];
  }
  if (flight.length === 0) return [];
  const rows = flightRows(flight);
  const tree = flightText(rows);
  const stated =
    tree.length > 0
      ? null
      : textIn(
          [...rows.values()].filter((row) => typeof row === 'object'),
          { rows },
        );
  return stated ? [stated] : tree;
}

/** True for scripts that are the state as JSON. */
export const isDataScript = ({ attribs }: PageElement): boolean => DATA_IDS.test(attribs['id'] ?? '');

/** The JSON that a script assigns to the global variable of a framework. */
export function assignedState(script: string): string | null {
  const start = ASSIGNED.exec(script)?.[0].length;
  return start === undefined ? null : script.slice(start).replace(/;\s*$/, '');
}

interface Candidate extends StructuredText {
  readonly chars: number;
}

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly title: string | null;
  readonly depth: number;
}

interface StateForm {
  /** The values stand side by side, without their names. */
  readonly isList?: boolean;
  /** Texts that `$` and an id refer to. */
  readonly rows?: ReadonlyMap<string, unknown>;
}

/** The one long text of a state. */
function textIn(state: unknown, { isList = false, rows }: StateForm): StructuredText | null {
  const candidates: Candidate[] = [];
  const queue: Place[] = [{ value: state, name: '', title: null, depth: 0 }];
  for (let at = 0; at < queue.length && at < MAX_VALUES; at++) {
    const { value: stated, name, title, depth } = queue[at]!;
    const row = typeof stated === 'string' && stated.startsWith('$') ? rows?.get(stated.slice(1)) : undefined;
    const value = typeof row === 'string' ? row : stated;
    if (typeof value === 'string') {
      if (isList ? depth === 1 && value.length >= MIN_TEXT_CHARS : TEXT_NAMES.test(name))
        addText(value, title, candidates);
    } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      const heading = titleOf(value) ?? title;
      if (Array.isArray(value) && !isList) addText(joined(value), heading, candidates);
      for (const [key, part] of Object.entries(value))
        if (!SITE_PARTS.test(key))
          queue.push({
            value: part,
            name: Array.isArray(value) ? name : key,
            title: heading,
            depth: depth + 1,
          });
    }
  }
  return onlyOne(candidates);
}

function addText(text: string, heading: string | null, candidates: Candidate[]): void {
  if (text.length < MIN_TEXT_CHARS || candidates.length >= MAX_CANDIDATES) return;
  const chars = text.replace(/<[^<>]{0,1000}>/g, '').length;
  if (chars >= MIN_TEXT_CHARS && isProse(text)) candidates.push({ heading, text, chars });
}

/** Words with blanks between them and ends of sentences; neither code nor data. */
function isProse(text: string): boolean {
  const start = text.slice(0, 4_000).replace(/<[^<>]{0,1000}>/g, ' ');
  const marks = start.match(/[{}[\];=\\|]/g)?.length ?? 0;
  const ends = start.match(/[.!?…。！？](?=\s|$|["”»])/gu)?.length ?? 0;
  return ends >= 3 && marks < start.length / 100;
}

/** Paragraphs of a list of blocks. */
function joined(blocks: readonly unknown[]): string {
  const texts = blocks.slice(0, 1_000).map((block) => {
    if (typeof block !== 'object' || block === null) return '';
    const [, text] =
      Object.entries(block).find(([name, value]) => TEXT_NAMES.test(name) && typeof value === 'string') ?? [];
    return (text as string | undefined) ?? '';
  });
  return texts.filter((text) => text !== '').length < 3 ? '' : texts.join('\n\n');
}

function titleOf(thing: object): string | null {
  const fields = thing as Readonly<Record<string, unknown>>;
  const name = TITLE_NAMES.find((one) => typeof fields[one] === 'string' && fields[one] !== '');
  return name === undefined ? null : (fields[name] as string).slice(0, 300);
}

/** The same text may be stated several times, as markup and as words. */
function onlyOne(candidates: readonly Candidate[]): StructuredText | null {
  const sorted = [...candidates].sort((a, b) => b.chars - a.chars);
  const [longest] = sorted;
  if (!longest) return null;
  const letters = lettersOf(longest.text);
  const other = sorted.find(({ text }) => !letters.includes(lettersOf(text.slice(0, 4_000)).slice(0, 60)));
  return other && other.chars > longest.chars * MAX_SECOND ? null : longest;
}

function lettersOf(text: string): string {
  return text.replace(/<[^<>]{0,1000}>|&\w{1,10};|[^\p{L}\p{N}]/gu, '').toLowerCase();
}
