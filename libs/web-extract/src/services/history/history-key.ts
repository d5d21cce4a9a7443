import { historyVariant } from '../../pipeline/freshness/history-options.js';
import { urlKey } from '../../web/scope/url-key.js';
import { normalizeUrl } from '../../web/url/normalize-url.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { tagOf, type StatefulRequest } from '../../model/page/state-key.js';
import type { HistoryKey } from '../../model/snapshot.js';

/** A fragment that names a page of its own to scripts. */
const ROUTE = /#[!/].*/s;

/** URL that identifies a page in its history. @param href normalized URL, or the requested one */
export function historyUrl(href: string): string {
  return normalizeUrl(href) + (ROUTE.exec(href)?.[0] ?? '');
}

/**
 * Key of the history of a page.
 * @param isSimilar true if similar URLs identify the same page
 */
export function historyKey(request: StatefulRequest, href: string, isSimilar: boolean): HistoryKey {
  const { owner = HOST_OWNER, track = {} } = request;
  const url = historyUrl(href + (ROUTE.exec(request.url)?.[0] ?? ''));
  return {
    owner,
    tag: tagOf(track.tag ?? '', request.state),
    variant: historyVariant(request),
    url,
    ...(isSimilar ? { alias: urlKey(url) } : {}),
  };
}
