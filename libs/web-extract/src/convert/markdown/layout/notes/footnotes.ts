import type { AnyNode, ParentNode } from 'domhandler';
import {
  descendants,
  isElement,
  nextNode,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { findUnlinkedFootnotes, firstContent } from './unlinked-footnotes.js';
import { NO_FOOTNOTES, type Footnotes } from './footnote-marks.js';

/** Longer link texts are neither a reference nor a way back: they are not matched against patterns. */
const MAX_MARK_CHARS = 100;
const LONG_TEXT = '…';
const REFERENCE_TEXT = /^[[(]?\s*(\d{1,4}|[a-z]|[ivxl]{1,6}|[*†‡§¶]{1,3})\s*[\])]?$/i;
/** Names that footnote software gives to its notes. */
const NOTE_ID =
  /^(?!.*(?:ref|anc|back))(?:user-content-)?(?:fn|fnt?|_?ftn|_edn|footnote|endnote|cite[_-]note|sdfootnote|sdendnote|ftnt|note)(?:[-_:.]?\d|[-_:.])/i;
const NOTE_BLOCKS = new Set(['li', 'p', 'dd', 'div', 'aside', 'section', 'blockquote', 'td']);
const BACK_TEXT = /^(?:[↩↑⤴⏎^↵]\ufe0e?\ufe0f?|back|return|jump up|\s)*$/iu;
const ANCESTORS_WITH_ID = 3;
/** A block with more links is a part of the page. */
const MAX_LINKS = 60;

/**
 * Finds footnotes: a short link to a block that links back, or whose id is one that only notes have. Links between
 * numbered equations and the like are left alone.
 */
export function findFootnotes(root: ParentNode): Footnotes {
  const { links, ids, raised } = collectAnchors(root);
  const candidates = links.filter(({ element }) => REFERENCE_TEXT.test(markText(element)));
  const found = candidates.length === 0 ? NO_FOOTNOTES : new FootnoteSearch(links, ids).run(candidates);
  return found.notes.size > 0 ? found : findUnlinkedFootnotes(raised);
}

interface Anchor {
  readonly element: PageElement;
  readonly target: string;
}

interface Anchors {
  readonly links: Anchor[];
  readonly ids: Map<string, PageElement>;
  /** Raised elements, in document order. */
  readonly raised: PageElement[];
}

function collectAnchors(root: ParentNode): Anchors {
  const links: Anchor[] = [];
  const ids = new Map<string, PageElement>();
  const raised: PageElement[] = [];
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
    if (!isElement(node)) continue;
    const { id, name, href } = node.attribs;
    if (id && !ids.has(id)) ids.set(id, node);
    if (node.name === 'sup') raised.push(node);
    if (node.name !== 'a') continue;
    if (name && !ids.has(name)) ids.set(name, node);
    const hash = href?.indexOf('#') ?? -1;
    if (hash >= 0 && hash < href!.length - 1)
      links.push({ element: node, target: decoded(href!.slice(hash + 1)) });
  }
  return { links, ids, raised };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

class FootnoteSearch {
  private readonly references = new Map<PageElement, string>();
  private readonly notes = new Map<PageElement, string>();
  private readonly dropped = new Set<PageElement>();
  private readonly labels = new Set<string>();
  private readonly linkByTarget = new Map<string, PageElement>();

  constructor(
    private readonly links: readonly Anchor[],
    private readonly ids: ReadonlyMap<string, PageElement>,
  ) {
    for (const { element, target } of links) this.linkByTarget.set(target, element);
  }

  run(candidates: readonly Anchor[]): Footnotes {
    const linksWithin = this.groupByNote(candidates);
    for (const { element, target } of candidates) {
      if (this.dropped.has(element)) continue; // leads back from a note
      const note = this.noteOf(target);
      if (!note || contains(note, element)) continue;
      const links = linksWithin.get(note) ?? [];
      if (links.length > MAX_LINKS) continue;
      const back = links.filter((link) => leadsBackTo(link.target, element));
      if (back.length === 0 && !NOTE_ID.test(target)) continue;
      this.take(element, note, back);
    }
    return { references: this.references, notes: this.notes, dropped: this.dropped };
  }

  /** The links inside each block that some candidate leads to: of a block with too many, one more than the limit. */
  private groupByNote(candidates: readonly Anchor[]): Map<PageElement, Anchor[]> {
    const groups = new Map<PageElement, Anchor[]>();
    for (const { target } of candidates) {
      const note = this.noteOf(target);
      if (note) groups.set(note, []);
    }
    for (const link of this.links) {
      for (let up: AnyNode | null = link.element; up; up = up.parent as AnyNode | null)
        addWithinLimit(groups.get(up as PageElement), link);
    }
    return groups;
  }

  private noteOf(target: string): PageElement | null {
    let element = (this.ids.get(target) ?? this.backLinkFor(target)) as AnyNode | null | undefined;
    while (element && !(isElement(element) && NOTE_BLOCKS.has(element.name)))
      element = element.parent as AnyNode | null;
    return isElement(element) ? element : null;
  }

  /** Word writes no ids: `#_ftn1` leads to where `#_ftnref1` leads back from. */
  private backLinkFor(target: string): PageElement | undefined {
    const pair = /^(\D*(?:fn|ftn|edn))(\d+)$/.exec(target);
    return pair ? this.linkByTarget.get(`${pair[1]}ref${pair[2]}`) : undefined;
  }

  private take(reference: PageElement, note: PageElement, back: readonly Anchor[]): void {
    for (const { element } of back) if (!isPlace(element, reference)) this.dropped.add(element);
    const known = this.notes.get(note);
    const label = known ?? this.newLabel(reference);
    this.references.set(reference, label);
    if (known === undefined) this.begin(note, label);
  }

  private begin(note: PageElement, label: string): void {
    this.notes.set(note, label);
    const number = leadingNumber(note, label);
    if (number) this.dropped.add(number);
    for (const link of descendants(note)) {
      if (isElement(link) && link.name === 'a' && link.attribs['href'] && BACK_TEXT.test(markText(link)))
        this.dropped.add(link);
    }
  }

  private newLabel(reference: PageElement): string {
    const written = REFERENCE_TEXT.exec(markText(reference))![1]!;
    let label = /^\w+$/.test(written) ? written : String(this.notes.size + 1);
    while (this.labels.has(label)) label = `${label}-${this.labels.size + 1}`;
    this.labels.add(label);
    return label;
  }
}

/** Returns the text of a link without white space around it; a longer text as one that matches no pattern. */
function markText(link: PageElement): string {
  const text = link.textContent.trim();
  return text.length > MAX_MARK_CHARS ? LONG_TEXT : text;
}

function addWithinLimit(links: Anchor[] | undefined, link: Anchor): void {
  if (links && links.length <= MAX_LINKS) links.push(link);
}

function contains(outer: PageElement, inner: PageElement): boolean {
  for (let up = inner.parent as AnyNode | null; up; up = up.parent as AnyNode | null)
    if (up === outer) return true;
  return false;
}

/** The link's target is the reference or something close around it. */
function leadsBackTo(target: string, reference: PageElement): boolean {
  let up = reference as AnyNode | null;
  for (let step = 0; isElement(up) && step < ANCESTORS_WITH_ID; step++, up = up.parent as AnyNode | null) {
    if (up.attribs['id'] === target || up.attribs['name'] === target) return true;
  }
  return false;
}

/** A way back that says where the note belongs: "Line 20." in a commentary is text, as opposed to the number of the note. */
function isPlace(link: PageElement, reference: PageElement): boolean {
  const text = markText(link);
  const number = /\d+/.exec(text)?.[0];
  return (
    number !== undefined &&
    /^\p{L}*\.?\s?\d+\.$/u.test(text) &&
    number !== /\d+/.exec(markText(reference))?.[0]
  );
}

/** A number in front of the note that its label says already. */
function leadingNumber(note: PageElement, label: string): PageElement | null {
  let first = firstContent(note);
  while (first && /^(?:p|div|span)$/.test(first.name)) first = firstContent(first);
  if (!first || !/^(?:sup|a|b|strong)$/.test(first.name)) return null;
  return first.textContent.replace(/[\s[\]().:]/g, '') === label ? first : null;
}
