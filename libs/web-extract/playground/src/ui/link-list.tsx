import type { SiteLink } from '../api/answers.js';
import { originOf, shortAddress, webAddress } from './format.js';
import { Icon } from './icons.js';
import { VirtualList } from './virtual-list.js';

/** Virtualized list of URLs. */
export function LinkList({ links }: { readonly links: readonly SiteLink[] }) {
  const origin = originOf(links[0]?.url ?? '');
  if (links.length === 0) return <p class="quiet">No links.</p>;
  return (
    <VirtualList
      label="Links"
      rows={links.length}
      row={(at) => {
        const { url = '', title } = links[at] ?? {};
        return (
          <>
            <span class="cut">{shortAddress(url, origin)}</span>
            {title && <span class="cut quiet">{title}</span>}
            {webAddress(url) !== null && <Icon name="out" />}
          </>
        );
      }}
      open={(at) => {
        const href = webAddress(links[at]?.url ?? '');
        if (href !== null) window.open(href, '_blank', 'noopener,noreferrer');
      }}
    />
  );
}
