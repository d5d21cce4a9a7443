import type { AnyNode, ParentNode } from 'domhandler';
import { resolveResource } from '@web-extract/documents/markup/dom/resolve-url.js';
import {
  isElement,
  isText,
  nextNode,
  nodeAfter,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';

/** Statements about a text in the markup of its page: microdata, links to the author, times, lines below the title. */
export interface PageSignals {
  /** Text of the first top heading. */
  readonly heading: string | null;
  readonly authors: readonly string[];
  /** Names in lines below the title. */
  readonly bylines: readonly string[];
  readonly published: readonly string[];
  readonly modified: readonly string[];
  /** Dates below the title that do not say whether they are of the first version; without a title those at the beginning. */
  readonly dates: readonly string[];
  /** The same, above the title. */
  readonly datesAbove: readonly string[];
}

/** Elements read: the title and the lines around it come early. */
const MAX_ELEMENTS = 5_000;
/** Elements read after the title. */
const MAX_BELOW_TITLE = 200;
const MAX_TITLE_CHARS = 500;
const MAX_LEVELS = 12;
const MAX_SIGNALS = 20;
const MAX_LINE_CHARS = 150;
const MAX_LINE_NODES = 60;
/** Elements after the title within which an unmarked date or byline belongs to it. */
const MAX_AFTER_TITLE = 150;
const MAX_BEFORE_TITLE = 40;

const SKIPPED = new Set([
  'nav',
  'aside',
  'footer',
  'script',
  'style',
  'template',
  'svg',
  'form',
  'select',
  'head',
  'noscript',
  'button',
]);

const Sign = { elsewhere: 1, author: 2, date: 4, modified: 8 } as const;

const PATTERNS: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [
    Sign.elsewhere,
    /(?:^|[\s_-])(?:related|recommend(?:ed|ations?)?|recommends?|sidebar|widget|comments?|commentlist|teasers?|cards?|promo|most-?read|popular|trending|more-(?:news|stories|articles|posts)|latest|newsletter|footer|nav|menu|breadcrumbs?|bio|about-author|author-bio|authorbox|author-box|copyright|ticker|carousel|slider)(?:[\s_-]|$)/i,
  ],
  [
    Sign.author,
    /(?:^|[\s_-])(?:author|authors|byline|by-line|writer|autor|auteur|autore|creator|fn|contributor)(?:[\s_-]|$)|author(?:name|link)|byline/i,
  ],
  [
    Sign.date,
    /(?:^|[\s_-])(?:dates?|time|timestamp|datetime|published?|pubdate|pub-date|posted|posted-on|datum|fecha|data|meta-date|entry-date|dateline|created|publish(?:ed)?-?(?:date|time|on)|single-timedata|post-?date|article-?date)(?:[\s_-]|$)|(?:publish|post|article|entry|create)d?_?(?:date|time)/i,
  ],
  [
    Sign.modified,
    /(?:^|[\s_-])(?:modified|updated?|last-?(?:modified|updated?)|revised|edited)(?:[\s_-]|$)|(?:modified|updated)(?:date|time)/i,
  ],
];

/** The beginning of a line with the date of the latest version. */
const UPDATED =
  /^\W*(?:last\s)?(?:updated|modified|edited|aktualisiert|letzte (?:änderung|aktualisierung)|zuletzt|stand:|mis à jour|actualizado|atualizado|aggiornato|bijgewerkt|обновлено)/i;

/** A piece of each name above: most names have none of them, and one pattern says so. */
const ANY =
  /aut|byline|by-line|writer|creator|fn|contrib|date|time|pub|post|datum|fecha|data|create|modif|updat|revis|edit|relat|recommend|sidebar|widget|comment|teaser|card|promo|most|popular|trend|more|latest|newsletter|footer|nav|menu|breadcrumb|bio|copyright|ticker|carousel|slider/i;

const signsOfName = (name: string): number => {
  let signs = 0;
  if (!ANY.test(name)) return signs;
  for (const [bit, pattern] of PATTERNS) if (pattern.test(name)) signs |= bit;
  return signs;
};

/**
 * Reads the statements about a page in its markup, around its title; without a title, at its beginning. To be called before
 * the page is cleaned.
 */
export function readPageSignals({ root, baseUrl }: DomTree): PageSignals {
  const signs = new Map<PageElement, number>(); // elements near each other have the same ones around them
  const { title, before } = findTitle(root, baseUrl, signs);
  const walk = new SignalWalk(title);
  for (const element of before)
    if (!isElsewhere(element, signs)) walk.read(element, isInMasthead(element, title!));
  let left = title ? MAX_BELOW_TITLE : MAX_AFTER_TITLE;
  for (let node: AnyNode | null = title ?? nextNode(root, root); node && left > 0;) {
    if (!isElement(node)) {
      node = nextNode(node, root);
      continue;
    }
    left--;
    node = walk.read(node) ? nextNode(node, root) : nodeAfter(node, root);
  }
  return walk.signals;
}

interface FoundTitle {
  readonly title: PageElement | null;
  /** Elements right before it. */
  readonly before: readonly PageElement[];
}

/**
 * The first top heading with text that is not the name of the site; of a page without one, the first heading that is marked
 * as the headline, or that name.
 */
function findTitle(root: ParentNode, baseUrl: string, signs: Map<PageElement, number>): FoundTitle {
  const before: PageElement[] = [];
  let headline: FoundTitle | null = null;
  let siteName: FoundTitle | null = null;
  let left = MAX_ELEMENTS;
  for (let node = nextNode(root, root); node && left > 0;) {
    if (isElement(node)) {
      left--;
      if (SKIPPED.has(node.name)) {
        node = nodeAfter(node, root);
        continue;
      }
      if (isHeading(node, signs)) {
        const found = { title: node, before: before.slice(-MAX_BEFORE_TITLE) };
        if (isSiteName(node, baseUrl)) siteName ??= found;
        else if (node.name === 'h1') return found;
        else headline ??= found;
      }
      before.push(node);
    }
    node = nextNode(node, root);
  }
  return headline ?? siteName ?? { title: null, before: [] };
}

/** Whether an element is a top heading, or one that is marked as the headline, of the page. */
function isHeading(element: PageElement, signs: Map<PageElement, number>): boolean {
  const { name, attribs } = element;
  const isMarked = /^h[2-6]$/.test(name) && /(?:^|\s)headline(?:\s|$)/.test(attribs['itemprop'] ?? '');
  if (name !== 'h1' && !isMarked) return false;
  return lineOf(element, MAX_TITLE_CHARS) !== '' && !isElsewhere(element, signs);
}

/** Returns true for elements of the page header (not of an article header). A date there is usually the current date. */
function isInMasthead(element: PageElement, title: PageElement): boolean {
  let header: PageElement | null = null;
  let up: AnyNode | ParentNode | null = element;
  for (let level = 0; isElement(up as AnyNode) && level < MAX_LEVELS; level++, up = up!.parent) {
    const around = up as PageElement;
    if (around.name === 'header') header = around;
    if (around.name === 'article' || around.name === 'main') return false;
  }
  return header !== null && !isWithin(title, header);
}

function isWithin(element: PageElement, around: PageElement): boolean {
  let up: AnyNode | ParentNode | null = element;
  for (let level = 0; up && level < MAX_LEVELS; level++, up = up.parent) if (up === around) return true;
  return false;
}

/** Whether a heading is a link to the home page. */
function isSiteName(heading: PageElement, baseUrl: string): boolean {
  const inner = heading.children.filter((node) => !isText(node) || node.data.trim() !== '');
  const [link] = inner;
  if (inner.length !== 1 || !isElement(link!) || link.name !== 'a') return false;
  const href = link.attribs['href']?.trim();
  const home = resolveResource('/', baseUrl);
  return href === '/' || (!!href && home !== null && resolveResource(href, baseUrl) === home);
}

/** Whether an element around it is about something else than the page. */
function isElsewhere(element: PageElement, known = new Map<PageElement, number>()): boolean {
  let up: AnyNode | ParentNode | null = element;
  for (let level = 0; isElement(up as AnyNode) && level < MAX_LEVELS; level++, up = up!.parent) {
    const around = up as PageElement;
    let signs = known.get(around);
    if (signs === undefined) known.set(around, (signs = signsOf(around.attribs)));
    if (signs & Sign.elsewhere && !FRAMES.has(around.name)) return true;
  }
  return false;
}

const FRAMES = new Set(['html', 'body', 'main', 'article']);

function signsOf({ class: className, id }: Readonly<Record<string, string>>): number {
  if (className === undefined) return id === undefined ? 0 : signsOfName(id);
  return signsOfName(id === undefined ? className : `${className} ${id}`);
}

class SignalWalk {
  private heading: string | null = null;
  private readonly authors: string[] = [];
  private readonly published: string[] = [];
  private readonly modified: string[] = [];
  private readonly lines: { readonly kind: 'author' | 'date'; readonly text: string; readonly at: number }[] =
    [];
  private at = 0;
  private titleAt = -1;

  constructor(private readonly title: PageElement | null) {}

  get signals(): PageSignals {
    const near = this.lines.filter(({ at }) => this.isNearTitle(at));
    const of = (wanted: 'author' | 'date', lines = near) =>
      lines.filter(({ kind }) => kind === wanted).map(({ text }) => text);
    const above = near.filter(({ at }) => at < this.titleAt);
    return {
      heading: this.heading,
      authors: this.authors,
      bylines: of('author'),
      published: this.published,
      modified: this.modified,
      dates: of('date', near.slice(above.length)),
      datesAbove: of('date', above),
    };
  }

  /**
   * @param isInMasthead whether dates in it that are not marked are those of today
   * @returns false if the elements inside say nothing about the page
   */
  read(element: PageElement, isInMasthead = false): boolean {
    this.at++;
    const { name, attribs } = element;
    if (SKIPPED.has(name)) return false;
    const signs = signsOf(attribs);
    if (signs & Sign.elsewhere && !FRAMES.has(name)) return false;
    if (element === this.title) this.readHeading(element);
    if (attribs['itemprop'] !== undefined && !this.readProperty(element, attribs['itemprop'])) return false;
    if (name === 'time') this.readTime(element, signs, isInMasthead);
    else if (name === 'a' && /(?:^|\s)author(?:\s|$)/i.test(attribs['rel'] ?? ''))
      add(this.authors, lineOf(element));
    else if (signs & Sign.author) this.readLine(element, 'author');
    else if (signs & Sign.date || signs & Sign.modified) this.readDateLine(element, signs, isInMasthead);
    return true;
  }

  private readHeading(element: PageElement): void {
    this.heading = lineOf(element, MAX_TITLE_CHARS);
    this.titleAt = this.at;
  }

  /** @returns false if the element is about something else than the page */
  private readProperty(element: PageElement, itemprop: string): boolean {
    const { attribs } = element;
    if (/^(?:review|comment|aggregateRating|publisher|isRelatedTo)$/.test(itemprop)) return false;
    const value = attribs['content'] ?? attribs['datetime'];
    for (const property of itemprop.split(/\s+/, 4)) {
      if (property === 'datePublished' || property === 'dateCreated')
        add(this.published, value ?? lineOf(element));
      if (property === 'dateModified') add(this.modified, value ?? lineOf(element));
      if (property === 'author' || property === 'creator') add(this.authors, value ?? nameWithin(element));
    }
    return true;
  }

  private readTime(element: PageElement, signs: number, isInMasthead: boolean): void {
    const { attribs } = element;
    if (attribs['itemprop'] !== undefined) return;
    const value = attribs['datetime'] ?? attribs['content'] ?? lineOf(element);
    if (signs & Sign.modified) return add(this.modified, value);
    if (isInMasthead || (isInLink(element) && !('pubdate' in attribs))) return;
    if (UPDATED.test(lineOf(element))) add(this.modified, value);
    else this.addLine('date', value);
  }

  private readDateLine(element: PageElement, signs: number, isInMasthead: boolean): void {
    const { attribs, name } = element;
    const line = lineOf(element);
    const value =
      attribs['datetime'] ?? (name === 'abbr' ? attribs['title'] : undefined) ?? attribs['content'] ?? line;
    if (!/\d/.test(value) || isInLink(element)) return;
    if (signs & Sign.modified && !(signs & Sign.date)) return add(this.modified, value);
    if (isInMasthead) return;
    if (UPDATED.test(line)) add(this.modified, value);
    else this.addLine('date', value);
  }

  private readLine(element: PageElement, kind: 'author'): void {
    this.addLine(kind, lineOf(element));
  }

  private addLine(kind: 'author' | 'date', text: string): void {
    if (text !== '' && this.lines.length < 10 * MAX_SIGNALS) this.lines.push({ kind, text, at: this.at });
  }

  private isNearTitle(at: number): boolean {
    if (this.titleAt < 0) return at < MAX_AFTER_TITLE;
    return at > this.titleAt - MAX_BEFORE_TITLE && at < this.titleAt + MAX_AFTER_TITLE;
  }
}

function add(values: string[], value: string): void {
  if (value.trim() !== '' && values.length < MAX_SIGNALS) values.push(value.trim());
}

/** The name in a description of a person. */
function nameWithin(element: PageElement): string {
  let nodes = 0;
  for (
    let node = nextNode(element, element);
    node && ++nodes < MAX_LINE_NODES;
    node = nextNode(node, element)
  ) {
    if (isElement(node) && node.attribs['itemprop'] === 'name')
      return node.attribs['content'] ?? lineOf(node);
  }
  return lineOf(element);
}

/** The text of an element if it is a short one. */
function lineOf(element: PageElement, most = MAX_LINE_CHARS): string {
  let [text, nodes] = ['', 0];
  for (let node = nextNode(element, element); node;) {
    if (++nodes > MAX_LINE_NODES || text.length > most) return '';
    const isUnread = isElement(node) && SKIPPED.has(node.name);
    if (isText(node)) text += node.data;
    else if (isElement(node)) text += ' ';
    node = isUnread ? nodeAfter(node, element) : nextNode(node, element);
  }
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? '' : line;
}

function isInLink(element: PageElement): boolean {
  let up = element.parent;
  for (let level = 0; up && level < 3; level++, up = up.parent)
    if (isElement(up) && up.name === 'a') return true;
  return false;
}
