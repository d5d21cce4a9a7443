import type { JsonSchema } from '../../../model/extraction/extraction.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import type { MonitorRequest } from './monitor-request.js';

/** How fields of pages are watched: the fields of a monitor except its targets. */
export interface WatchFieldsOptions extends Partial<Omit<MonitorRequest, 'targets'>> {
  /** Options of reading the pages. */
  readonly page?: Omit<PageRequest, 'url' | 'owner' | 'track'>;
  /** Owner of the monitor. @default 'host' */
  readonly owner?: string;
}

const MAX_NAME_CHARS = 200;

/** The monitor of pages whose fields are watched: only changes of a field are changes. */
export function fieldMonitor(
  urls: readonly string[],
  schema: JsonSchema,
  { page = {}, owner: _, name, schedule = { text: 'hourly' }, ...rest }: WatchFieldsOptions,
): MonitorRequest {
  const track = { modes: ['json'], fields: { schema } } as const;
  return {
    ...rest,
    name: name ?? `Fields of ${urls[0] ?? 'pages'}`.slice(0, MAX_NAME_CHARS),
    schedule,
    targets: [{ type: 'scrape', urls, page: { ...page, track } }],
  };
}
