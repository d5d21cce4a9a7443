import { useMemo } from 'preact/hooks';
import { CodePanel } from '../code/code-panel.js';
import type { ShownCall } from '../code/call-code.js';
import { SessionField } from '../sessions/session-field.js';
import { useAccess } from '../state/access.js';
import { useArrival } from '../state/navigation.js';
import { useForm } from '../state/use-form.js';
import { SideForm } from '../ui/side-form.js';
import { Field, Groups } from '../ui/fields.js';
import { Empty, ErrorNotice, Loading } from '../ui/notice.js';
import { Results } from '../ui/results.js';
import { UrlBar } from '../ui/url-bar.js';
import { CRAWL_GROUPS, LIMIT, toCrawlBody } from './crawl-fields.js';
import { CrawlProgress } from './crawl-progress.js';
import { CrawlTables } from './crawl-tables.js';
import { useCrawl } from './use-crawl.js';

/** Form and progress of a crawl. */
export function CrawlTab() {
  const { values, set, text } = useForm('crawl', {
    url: '',
    limit: '100',
    formats: ['markdown', 'links', 'quality'],
  });
  const crawl = useCrawl();
  useArrival('crawl', ({ id }) => crawl.follow(id));
  const { key, askForKey } = useAccess();
  const { view, isStarting } = crawl;
  const call = useMemo(
    (): ShownCall => ({ kind: 'crawl', body: toCrawlBody(text('url'), values) }),
    [values],
  );
  const run = () => {
    if (text('url').trim() === '') return;
    if (key === '') return askForKey();
    void crawl.start(call.body);
  };
  const isRunning = view.state?.status === 'scraping';
  return (
    <div class="split">
      <SideForm label="Crawl" send={run}>
        <UrlBar
          value={text('url')}
          set={(url) => set('url', url)}
          action="Crawl"
          isBusy={isStarting || isRunning}
          placeholder="https://example.com/docs/"
        />
        <Field spec={LIMIT} values={values} set={set} />
        <SessionField values={values} set={set} />
        <Groups groups={CRAWL_GROUPS} values={values} set={set} />
        <CodePanel name="crawl" call={call} />
      </SideForm>
      <Results isBusy={isStarting || isRunning}>
        {view.trouble && <ErrorNotice error={view.trouble} />}
        {view.id === null && !view.trouble && !isStarting && (
          <Empty title="Crawl a site">
            <p>Pages appear here while the crawl runs. The crawl continues if you reload this page.</p>
          </Empty>
        )}
        {(isStarting || (view.id !== null && view.state === null && !view.trouble)) && (
          <Loading label={isStarting ? 'Starting the crawl …' : 'Loading the crawl …'} />
        )}
        {view.id !== null && view.state !== null && (
          <>
            <CrawlProgress
              view={view}
              cancel={() => void crawl.cancel()}
              download={crawl.download}
              forget={crawl.forget}
            />
            <CrawlTables view={view} id={view.id} />
          </>
        )}
      </Results>
    </div>
  );
}
