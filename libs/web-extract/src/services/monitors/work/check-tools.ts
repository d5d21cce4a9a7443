import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import type { EventStream } from '../../events/event-stream.js';
import type { AdaptivePlanner } from '../adaptive/adaptive-planner.js';
import type { PageJudge } from '../judging/page-judge.js';
import type { MonitorMails } from '../messages/monitor-mails.js';
import type { MonitorMessagePresenter } from '../messages/monitor-message.js';
import type { MonitorChanges } from '../monitor-changes.js';
import type { CheckJobs } from './check-jobs.js';
import type { CheckRoom } from './check-room.js';
import type { PageQuota } from './page-quota.js';
import type { SearchCheck } from './search-check.js';
import type { StateRoom } from './state-room.js';

/** Dependencies of the work on checks. */
export interface CheckTools {
  readonly store: MonitorStore;
  readonly crawls: CrawlStore;
  readonly jobs: CheckJobs;
  readonly searches: SearchCheck;
  readonly judge: PageJudge;
  readonly presenter: MonitorMessagePresenter;
  readonly mails: MonitorMails;
  readonly quota: PageQuota;
  readonly room: Pick<StateRoom, 'fit'>;
  readonly memory: CheckRoom;
  /** Maximum size of the stored pages of the checks of an owner. */
  readonly maxPageBytes: number;
  readonly changes: MonitorChanges;
  readonly events: EventStream;
  readonly adaptive: Pick<AdaptivePlanner, 'plan' | 'nextRun'>;
  /** Logs an error that is a bug. */
  readonly report: (error: unknown) => void;
}
