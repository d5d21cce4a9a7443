/** A browser feature of a request, by its option name in the services, if it has one. */
export type BrowserFeature = 'waitForMs' | 'rendering' | 'screenshot' | 'actions';

/**
 * A browser feature that was not applied to a page, in machine-readable form. `wish` is null if the request
 * contains none and only the page needs a browser.
 */
export type DegradedFeature = (
  | { readonly code: 'no-browser' | 'no-html'; readonly wish: BrowserFeature | null }
  /** Crawls render a limited number of pages. */
  | { readonly code: 'enough-rendered'; readonly wish: BrowserFeature | null; readonly most: number }
  /** The time was insufficient for all of it. */
  | { readonly code: 'cut-short'; readonly wish: BrowserFeature }
) & {
  /** URL of the page, where several are reported. */
  readonly url?: string;
};

/** A warning about a page: a message, or the data for one. */
export type PageNotice = string | DegradedFeature;

/** Formats the message. @param name the option name that the reader knows */
export function formatDegradedFeature(
  shortfall: DegradedFeature,
  name: string | null = shortfall.wish,
): string {
  const sentence = name === null ? ofNeed(shortfall) : ofWish(shortfall, name);
  return shortfall.url === undefined ? sentence : formatPageNotice(shortfall.url, sentence);
}

/** Prefixes a message with the URL of its page. */
export const formatPageNotice = (url: string, sentence: string): string => `${url}: ${sentence}`;

/** Formats a warning with the option names of the services. */
export const formatNotice = (notice: PageNotice): string =>
  typeof notice === 'string' ? notice : formatDegradedFeature(notice);

function ofWish(shortfall: DegradedFeature, name: string): string {
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

function ofNeed(shortfall: DegradedFeature): string {
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
