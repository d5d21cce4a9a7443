import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import { metaOf, useAccess } from '../state/access.js';
import { useKept } from '../state/kept.js';
import { asApiError } from '../state/use-request.js';
import { saveFile } from '../ui/save-file.js';
import { startWorker } from './start-worker.js';
import type {
  CrawlState,
  DownloadKind,
  FailureRow,
  FromWorker,
  PageRow,
  ToWorker,
} from './crawl-messages.js';
import { Rates } from './rates.js';

/** State of the crawl of this tab. */
export interface CrawlView {
  readonly id: string | null;
  readonly state: CrawlState | null;
  readonly rows: readonly PageRow[];
  readonly failures: readonly FailureRow[];
  /** That pages have, each once; of a large crawl the first ones. */
  readonly links: readonly string[];
  readonly rates: Rates;
  readonly trouble: ApiError | null;
  /** Pages packed so far; null when nothing is being packed. */
  readonly packed: number | null;
}

const NOTHING: Omit<CrawlView, 'rows' | 'rates' | 'id'> = {
  state: null,
  failures: [],
  links: [],
  trouble: null,
  packed: null,
};

/** The crawl of this tab: its id is kept, so that a reload finds it again. */
export function useCrawl() {
  const access = useAccess();
  const [id, setId] = useKept<string | null>('crawl', null);
  const [view, setView] = useState<Omit<CrawlView, 'id'>>(() => ({
    ...NOTHING,
    rows: [],
    rates: new Rates(),
  }));
  const [isStarting, setStarting] = useState(false);
  const worker = useRef<Worker | null>(null);
  const post = (message: ToWorker): void => worker.current?.postMessage(message);

  useEffect(() => {
    const made = startWorker(metaOf('worker'));
    made.addEventListener('message', ({ data }: MessageEvent<FromWorker>) =>
      setView((old) => take(old, data)),
    );
    worker.current = made;
    return () => made.terminate();
  }, []);

  const { base, key } = access;
  useEffect(() => {
    setView({ ...NOTHING, rows: [], rates: new Rates() });
    post(id === null || key === '' ? { type: 'stop' } : { type: 'follow', access: { base, key }, id });
  }, [id, base, key]);

  const fail = (error: unknown): void => setView((old) => ({ ...old, trouble: asApiError(error) }));
  const start = useCallback(
    async (body: object) => {
      setStarting(true);
      try {
        const answer = await ask<{ id: string }>(access, { method: 'POST', path: 'v2/crawl', body });
        setId(answer.id);
      } catch (error) {
        setId(null);
        fail(error);
      }
      setStarting(false);
    },
    [access],
  );
  const cancel = useCallback(
    () => ask(access, { method: 'DELETE', path: `v2/crawl/${id}` }).catch(fail),
    [access, id],
  );
  const download = (as: DownloadKind): void => {
    if (id === null) return;
    setView((old) => ({ ...old, packed: 0 }));
    post({ type: 'download', access: { base, key }, id, as });
  };
  return {
    view: { ...view, id },
    isStarting,
    start,
    cancel,
    download,
    forget: () => setId(null),
    follow: setId,
  };
}

function take(old: Omit<CrawlView, 'id'>, message: FromWorker): Omit<CrawlView, 'id'> {
  switch (message.type) {
    case 'rows':
      return { ...old, rows: old.rows.concat(message.rows) };
    case 'links':
      return { ...old, links: old.links.concat(message.links) };
    case 'failures':
      return { ...old, failures: message.failures };
    case 'state':
      old.rates.add(message.state.completed, performance.now());
      return { ...old, state: message.state, trouble: null };
    case 'trouble':
      return { ...old, trouble: new ApiError(message.status, message.message), packed: null };
    case 'downloading':
      return { ...old, packed: message.pages };
    case 'downloaded':
      saveFile(message.file, message.name);
      return { ...old, packed: null };
  }
}
