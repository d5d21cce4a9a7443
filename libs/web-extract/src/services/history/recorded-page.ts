import { NO_METADATA, type Page } from '../../model/page/page.js';
import type { SnapshotText, VisitVerdict } from '../../model/snapshot.js';

const NOT_READ_AGAIN =
  'The page was read before its worker failed, and could not be read again: it is returned as far as it is stored';
const GONE = 404;

/**
 * A recorded page that cannot be read again, with its stored text, which may be that of a later visit, or without one.
 * @param stored the text; null if it is not stored
 */
export function recordedPage(
  { change, statusCode }: VisitVerdict,
  stored: SnapshotText | null,
  urls: Pick<Page, 'requestedUrl' | 'url'>,
): Page {
  const isGone = change.status === 'removed';
  const page =
    stored && !isGone ? { ...stored.page, requestedUrl: urls.requestedUrl } : pageWithoutText(urls);
  const status = statusCode ?? (isGone ? GONE : page.statusCode);
  return { ...page, statusCode: status, warnings: [...page.warnings, NOT_READ_AGAIN] };
}

function pageWithoutText(urls: Pick<Page, 'requestedUrl' | 'url'>): Page {
  return {
    ...urls,
    statusCode: 200,
    statusText: null,
    contentType: null,
    fetchedBy: 'http',
    metadata: NO_METADATA,
    markdown: null,
    html: null,
    rawHtml: null,
    links: null,
    screenshot: null,
    actions: null,
    extraction: null,
    quality: {
      textShare: 0,
      pageType: 'other',
      candidate: 'whole',
      reason: 'the text is not stored',
      flags: [],
    },
    warnings: [],
  };
}
