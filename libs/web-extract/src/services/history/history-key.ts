import { historyVariant } from '../../pipeline/freshness/history-options.js';
import { urlKey } from '../../web/scope/url-key.js';
import { historyUrl, routeOf } from '../../web/url/history-url.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { tagOf, type StatefulRequest } from '../../model/page/state-key.js';
import type { HistoryKey } from '../../model/snapshot.js';

/**
 * Key of the history of a page.
 * @param isSimilar true if similar URLs identify the same page
 */
export function historyKey(request: StatefulRequest, href: string, isSimilar: boolean): HistoryKey {
  const { owner = HOST_OWNER, track = {} } = request;
  const url = historyUrl(href + routeOf(request.url));
  return {
    owner,
    tag: tagOf(track.tag ?? '', request.state),
    variant: historyVariant(request),
    url,
    ...(isSimilar ? { alias: urlKey(url) } : {}),
  };
}
