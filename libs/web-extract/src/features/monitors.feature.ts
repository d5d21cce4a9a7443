import type { Provider } from '@nestjs/common';
import { MONITOR_MESSAGES } from '../api/v2/monitors/monitor-message.presenter.js';
import type { WebExtractStaticOptions } from '../model/options.js';
import { AdaptivePlanner } from '../services/monitors/adaptive/adaptive-planner.js';
import { SiteNews } from '../services/monitors/adaptive/site-news.js';
import { MonitorFollower } from '../services/monitors/following/monitor-follower.js';
import { PageJudge } from '../services/monitors/judging/page-judge.js';
import { MonitorMails } from '../services/monitors/messages/monitor-mails.js';
import { MonitorMessagePresenter } from '../services/monitors/messages/monitor-message.js';
import { MonitorMessages } from '../services/monitors/messages/monitor-messages.js';
import { MonitorChanges } from '../services/monitors/monitor-changes.js';
import { MonitorService } from '../services/monitors/monitor.service.js';
import { MonitorPlanner } from '../services/monitors/planning/monitor-planner.js';
import { CheckJobs } from '../services/monitors/work/check-jobs.js';
import { CheckRoom } from '../services/monitors/work/check-room.js';
import { CheckRunner } from '../services/monitors/work/check-runner.js';
import { MonitorMaintenance } from '../services/monitors/work/monitor-maintenance.js';
import { MonitorScheduler } from '../services/monitors/work/monitor-scheduler.js';
import { PageQuota } from '../services/monitors/work/page-quota.js';
import { SearchCheck } from '../services/monitors/work/search-check.js';
import type { Feature } from './feature.js';

/** Periodic checks of pages, sites and searches. A process with the role `api` only serves requests about them. */
export const monitorsFeature = ({ role }: WebExtractStaticOptions): Feature => ({
  providers: [
    MonitorPlanner,
    MonitorChanges,
    MonitorFollower,
    CheckJobs,
    MonitorService,
    ...(role === 'api' ? [] : AT_WORK),
  ],
  exports: [MonitorService],
});

/** Background services that work on checks while the application runs. */
const AT_WORK: readonly Provider[] = [
  SiteNews,
  AdaptivePlanner,
  SearchCheck,
  PageJudge,
  PageQuota,
  MonitorMails,
  MonitorMessages,
  { provide: MonitorMessagePresenter, useValue: MONITOR_MESSAGES },
  CheckRoom,
  CheckRunner,
  MonitorScheduler,
  MonitorMaintenance,
];
