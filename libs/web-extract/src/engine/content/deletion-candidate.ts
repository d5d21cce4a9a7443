import type { PageElement } from '../html/nodes.js';
import { Within } from './element-kinds.js';
import type { PageOutline } from './page-outline.js';
import type { BlockVerdicts, RemovalReason } from './removal-plan.js';

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

/** Words of class names and ids that authors in many languages give to what is not content. */
const BOILERPLATE_NAME =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|footer|sidebar|breadcrumbs?|cookies?|consent|gdpr|share|sharing|social|newsletter|subscribe|related|recommended|promo|advert|advertisement|ads?|popup|modal|skip-link|toc|pagination|pager|toolbar|sr-only|visually-hidden)(?:[\s_-]|$)/i;

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

function namedAsBoilerplate(outline: PageOutline): Uint8Array {
  const named = new Uint8Array(outline.elements.length);
  for (let at = 1; at < named.length; at++) {
    const element = outline.elements[at] as PageElement;
    named[at] = named[outline.parents[at]!] || (isNamedBoilerplate(element) ? 1 : 0);
  }
  return named;
}

function isNamedBoilerplate({ name, attribs }: PageElement): boolean {
  if (!NAMED_TAGS.has(name)) return false;
  const { class: className, id } = attribs;
  return (!!className && BOILERPLATE_NAME.test(className)) || (!!id && BOILERPLATE_NAME.test(id));
}
