/**
 * Follows a crawl beside the page: what is fetched and read here, thousands of documents, never holds up what the reader does.
 */
import { ApiError } from '../api/api-error.js';
import { packJsonl, packZip } from './download.js';
import { followCrawl } from './follow-crawl.js';
import type { FromWorker, ToWorker } from './crawl-messages.js';

const tell = (message: FromWorker): void => postMessage(message);

let following: AbortController | null = null;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'download') return void download(data);
  following?.abort();
  following = null;
  if (data.type === 'stop') return;
  const controller = new AbortController();
  following = controller;
  const tellOn = (message: FromWorker): void => void (controller.signal.aborted || tell(message));
  followCrawl(data.access, data.id, controller.signal, tellOn).catch((error: unknown) =>
    tellOn({ type: 'trouble', isOver: true, ...describe(error) }),
  );
});

async function download({ access, id, as }: Extract<ToWorker, { type: 'download' }>): Promise<void> {
  try {
    const onPage = (pages: number): void => tell({ type: 'downloading', pages });
    const file = await (as === 'zip' ? packZip : packJsonl)(access, id, onPage);
    tell({ type: 'downloaded', file, name: `crawl-${id.slice(0, 8)}.${as}` });
  } catch (error) {
    tell({ type: 'trouble', isOver: false, ...describe(error) });
  }
}

function describe(error: unknown): { status: number; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  return { status: error instanceof ApiError ? error.status : 0, message };
}
