import { descendants, findElement, isElement, type HtmlDocument, type PageElement } from '../html/nodes.js';

/** What the page says of itself in Open Graph, JSON-LD and microdata: 1 where it does. */
export interface StatedTypes {
  readonly article: number;
  readonly product: number;
  readonly forum: number;
  readonly listing: number;
}

/** What a page's head and scripts state. Read before cleaning, which takes them out. */
export interface PageStatements {
  readonly title: string;
  readonly types: StatedTypes;
}

/** schema.org and Open Graph types by the kind of page they announce. */
const TYPES: Readonly<Record<keyof StatedTypes, RegExp>> = {
  article:
    /^(?:article|newsarticle|blogposting|reportagenewsarticle|scholarlyarticle|techarticle|recipe|howto)$/,
  product: /^(?:product|og:product|product\.item|productgroup|individualproduct|book|offer|vehicle|car)$/,
  forum: /^(?:discussionforumposting|qapage|question|comment|answer)$/,
  listing: /^(?:itemlist|collectionpage|searchresultspage|offercatalog|blog)$/,
};

const LD_TYPE = /"@type"\s*:\s*\[?\s*"([A-Za-z:/.]+)"/g;
/** Of longer scripts no more is read. */
const MAX_SCRIPT_CHARS = 200_000;

/** Reads what a page states. To be called on the page as parsed. */
export function readStatements(document: HtmlDocument): PageStatements {
  const names = new Set<string>();
  for (const node of descendants(document.root)) if (isElement(node)) collectTypes(node, names);
  const says = (kind: keyof StatedTypes): number =>
    [...names].some((name) => TYPES[kind].test(name)) ? 1 : 0;
  return {
    title: findElement(document.root, 'title')?.textContent ?? '',
    types: {
      article: says('article'),
      product: says('product'),
      forum: says('forum'),
      listing: says('listing'),
    },
  };
}

function collectTypes(element: PageElement, names: Set<string>): void {
  const { attribs } = element;
  if (element.name === 'meta' && attribs['property'] === 'og:type' && attribs['content'])
    add(attribs['content'], names);
  if (attribs['itemtype']) add(attribs['itemtype'], names);
  if (element.name === 'script' && attribs['type'] === 'application/ld+json') {
    for (const [, type] of element.textContent.slice(0, MAX_SCRIPT_CHARS).matchAll(LD_TYPE))
      add(type!, names);
  }
}

function add(type: string, names: Set<string>): void {
  names.add(
    type
      .slice(type.lastIndexOf('/') + 1)
      .trim()
      .toLowerCase(),
  );
}
