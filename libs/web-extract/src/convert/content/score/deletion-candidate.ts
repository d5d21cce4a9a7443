import type { AnyNode } from 'domhandler';
import { isElement, textOf, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Within } from '../block-features/element-kinds.js';
import { mainOf } from './main-element.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { BlockVerdicts, RemovalReason } from '../removal-plan.js';
import { RunningTotal } from '../block-features/running-total.js';

/** Landmarks (tags and roles) that hold no content. The first that matches names the reason. */
const LANDMARKS: readonly { readonly bit: number; readonly reason: RemovalReason }[] = [
  { bit: Within.nav, reason: 'navigation' },
  { bit: Within.dialog, reason: 'dialog' },
  { bit: Within.aside, reason: 'side content' },
];

/** Page-level only: an article's own header and footer are part of it. */
const PAGE_LANDMARKS: typeof LANDMARKS = [
  { bit: Within.header, reason: 'page header' },
  { bit: Within.footer, reason: 'page footer' },
];

/**
 * Common words in class names and ids of boilerplate, in many languages. `has-sidebar` and `without-menu`
 * describe the state of neighbouring elements.
 */
const BOILERPLATE_NAME =
  /(?:^|[\s_-])(?<!(?:^|[\s_-])(?:has|with|without|no|show|hide)[_-])(?:nav|navbar|navigation|menu|footer|sidebar|breadcrumbs?|cookies?|consent|gdpr|share|sharing|social|newsletter|subscribe|related|recommended|promo|advert|advertisement|ads?|popup|modal|skip-link|toc|pagination|pager|toolbar|sr-only|visually-hidden)(?:[\s_-]|$)/i;

/** Only these carry such names as containers; `body` and `main` often list them as states of the page. */
const NAMED_TAGS = new Set(['div', 'section', 'ul', 'ol', 'p', 'span', 'form', 'table', 'td', 'a']);

/** Deletion rules: everything stays but landmarks, named boilerplate and lists of links. */
export function deletionCandidate(outline: PageOutline): BlockVerdicts {
  const named = namedAsBoilerplate(outline);
  return outline.blocks.map((block) => {
    const inContent = block.within & (Within.main | Within.article);
    return (
      landmarkOf(LANDMARKS, block.within) ??
      (inContent ? null : landmarkOf(PAGE_LANDMARKS, block.within)) ??
      (named[block.owner] ? 'named as boilerplate' : null)
    );
  });
}

function landmarkOf(landmarks: typeof LANDMARKS, within: number): RemovalReason | null {
  return landmarks.find(({ bit }) => within & bit)?.reason ?? null;
}

/** An element with more than this share of the text outside links is the page, regardless of its names. */
const MOST_OF_TEXT = 0.8;

function namedAsBoilerplate(outline: PageOutline): Uint8Array {
  const { elements, parents, firstBlock, endBlock, blocks } = outline;
  const text = RunningTotal.of(blocks.length, (at) => blocks[at]!.chars - blocks[at]!.linkChars);
  const most = MOST_OF_TEXT * text.sum(0, blocks.length);
  const named = new Uint8Array(elements.length);
  const ancestors = ancestorsOfMain(outline);
  for (let at = 1; at < named.length; at++) {
    const isNamed = named[parents[at]!] || (!ancestors.has(at) && isNamedBoilerplate(at, outline));
    named[at] = isNamed && text.sum(firstBlock[at]!, endBlock[at]!) <= most ? 1 : 0;
  }
  return named;
}

/** Ancestors of the main element. Their class names describe other parts of them, such as "gate-ad". */
function ancestorsOfMain(outline: PageOutline): ReadonlySet<number> {
  const ancestors = new Set<number>();
  const main = mainOf(outline);
  if (main > 0) for (let at = outline.parents[main]!; at > 0; at = outline.parents[at]!) ancestors.add(at);
  return ancestors;
}

function isNamedBoilerplate(at: number, outline: PageOutline): boolean {
  const { name, attribs } = outline.elements[at] as PageElement;
  if (!NAMED_TAGS.has(name)) return false;
  const { class: className, id } = attribs;
  if (className && BOILERPLATE_NAME.test(className)) return true;
  return !!id && BOILERPLATE_NAME.test(id) && !isNamedByHeading(at, id, outline);
}

/** A chapter of the text about cookies or menus: its id is what its heading says, and no name that a site gives to a part. */
function isNamedByHeading(
  at: number,
  id: string,
  { elements, within, blocks, firstBlock, endBlock }: PageOutline,
): boolean {
  if (!(within[at]! & (Within.main | Within.article))) return false;
  const heading = (elements[at] as PageElement).children.find((child) => isElement(child as AnyNode)) as
    PageElement | undefined;
  if (!heading || !/^h[1-6]$/.test(heading.name)) return false;
  const words = wordsOf(id);
  if (words.join() !== wordsOf(textOf(heading)).join()) return false;
  const holdsCode = () =>
    blocks.slice(firstBlock[at], endBlock[at]).some((block) => block.within & Within.code);
  return words.length >= MIN_HEADING_WORDS || holdsCode();
}

/** Parts of a site are named with fewer, and hold no code: "related-products". */
const MIN_HEADING_WORDS = 3;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
