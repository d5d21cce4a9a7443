import { useCallback, useMemo, useState } from 'preact/hooks';
import { count, originOf, shortAddress } from '../ui/format.js';
import { Panel, Tabs } from '../ui/tabs.js';
import { VirtualList } from '../ui/virtual-list.js';
import { ChangeList, changedPlaces } from './change-list.js';
import { ExplainBox } from './explain-box.js';
import { PageDetail } from './page-detail.js';
import { RefusedLinks } from './refused-links.js';
import type { CrawlView } from './use-crawl.js';

/** Pages of a crawl in order of completion, its failures, and the URL check. */
export function CrawlTables({ view, id }: { readonly view: CrawlView; readonly id: string }) {
  const { rows, failures } = view;
  const [shown, setShown] = useState('pages');
  const [opened, setOpened] = useState<number | null>(null);
  const origin = originOf(rows[0]?.url ?? failures[0]?.url ?? '');
  const close = useCallback(() => setOpened(null), []);
  const isTracked = view.state?.changes !== undefined;
  const changed = useMemo(() => changedPlaces(rows), [rows]);
  const tabs = [
    { id: 'pages', label: 'Pages', note: count(rows.length) },
    ...(isTracked ? [{ id: 'changes', label: 'Changes', note: count(changed.length) }] : []),
    { id: 'failures', label: 'Failed', note: count(failures.length) },
    { id: 'explain', label: 'Check a URL' },
  ];
  return (
    <>
      <Tabs label="Crawl results" name="crawl-list" tabs={tabs} chosen={shown} choose={setShown} />
      <Panel name="crawl-list" id="pages" isShown={shown === 'pages'}>
        {rows.length === 0 ? (
          <p class="quiet">No pages yet.</p>
        ) : (
          <VirtualList
            label="Pages"
            rows={rows.length}
            current={opened}
            open={setOpened}
            row={(at) => {
              const { url = '', title = '', status = 0, chars = 0, warning = null } = rows[at] ?? {};
              return (
                <>
                  <span class={`badge ${status < 400 ? 'badge-good' : 'badge-bad'}`}>{status}</span>
                  <span class="cut">{shortAddress(url, origin)}</span>
                  <span class="cut quiet">{title}</span>
                  {warning && (
                    <span class="badge badge-warn" title={warning}>
                      warning
                    </span>
                  )}
                  <span class="number">{count(chars)}</span>
                </>
              );
            }}
          />
        )}
      </Panel>
      {isTracked && (
        <Panel name="crawl-list" id="changes" isShown={shown === 'changes'}>
          <ChangeList rows={rows} places={changed} origin={origin} opened={opened} open={setOpened} />
        </Panel>
      )}
      <Panel name="crawl-list" id="failures" isShown={shown === 'failures'}>
        {failures.length === 0 ? (
          <p class="quiet">No failures.</p>
        ) : (
          <VirtualList
            label="Failed pages"
            rows={failures.length}
            row={(at) => {
              const { url = '', code = '', reason = '' } = failures[at] ?? {};
              return (
                <>
                  <span class="badge badge-bad">{code || 'FAILED'}</span>
                  <span class="cut">{shortAddress(url, origin)}</span>
                  <span class="cut quiet" title={reason}>
                    {reason}
                  </span>
                </>
              );
            }}
          />
        )}
      </Panel>
      <Panel name="crawl-list" id="explain" isShown={shown === 'explain'}>
        <ExplainBox id={id} />
        {view.links.length > 0 && <RefusedLinks id={id} find={() => withoutPages(view)} />}
      </Panel>
      {opened !== null && (shown === 'pages' || shown === 'changes') && (
        <PageDetail key={opened} id={id} at={opened} close={close} />
      )}
    </>
  );
}

/** Links that are neither pages nor failures of the crawl. */
function withoutPages({ links, rows, failures }: CrawlView): readonly string[] {
  const known = new Set([...rows, ...failures].map(({ url }) => url));
  return links.filter((link) => !known.has(link));
}
