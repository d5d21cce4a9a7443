/** What a request asks of a browser, by the names of the services' options where it has one. */
export type RenderingWish = 'waitForMs' | 'rendering' | 'screenshot' | 'actions';

/** What a browser did not do for a page, for programs. The wish is null where nothing was asked for, and only the page needs a browser. */
export type Shortfall = (
  | { readonly code: 'no-browser' | 'no-html'; readonly wish: RenderingWish | null }
  /** Of a crawl, whose pages a browser finishes up to a number. */
  | { readonly code: 'enough-rendered'; readonly wish: RenderingWish | null; readonly most: number }
  /** There was not enough time for all of it. */
  | { readonly code: 'cut-short'; readonly wish: RenderingWish }
) & {
  /** Whose page it is, where several are told of. */
  readonly url?: string;
};

/** What of a page is not as it was asked for: a sentence, or what one is made of. */
export type PageNotice = string | Shortfall;

/** The sentence about it. @param name what the reader knows the wish as */
export function sayShortfall(shortfall: Shortfall, name: string | null = shortfall.wish): string {
  const sentence = name === null ? ofNeed(shortfall) : ofWish(shortfall, name);
  return shortfall.url === undefined ? sentence : sayOfPage(shortfall.url, sentence);
}

/** The sentence of a page where several are told of. */
export const sayOfPage = (url: string, sentence: string): string => `${url}: ${sentence}`;

/** By the names of the services' options. */
export const sayNotice = (notice: PageNotice): string =>
  typeof notice === 'string' ? notice : sayShortfall(notice);

function ofWish(shortfall: Shortfall, name: string): string {
  switch (shortfall.code) {
    case 'no-browser':
      return `${name} needs a browser, and none is installed`;
    case 'no-html':
      return `${name} was left out: the page is no HTML`;
    case 'enough-rendered':
      return `${name} was left out: ${enough(shortfall.most)}`;
    case 'cut-short':
      return `${name} was cut short: there was not enough time`;
  }
}

function ofNeed(shortfall: Shortfall): string {
  switch (shortfall.code) {
    case 'no-browser':
      return 'The page was not rendered: no browser is installed';
    case 'no-html':
      return 'The page was not rendered: it is no HTML';
    case 'enough-rendered':
      return `The page was not rendered: ${enough(shortfall.most)}`;
    case 'cut-short':
      return 'The page was not rendered: there was not enough time';
  }
}

const enough = (most: number): string =>
  `a browser finishes at most ${most} pages of a crawl (maxRenderedPages)`;
