export type { AllowRecipient, Mail, Mailer, MonitorOptions } from '../model/options/monitor.options.js';
export { MonitorService } from '../services/monitors/monitor.service.js';
export type {
  AcceptedMonitor,
  CheckPagesRange,
  CheckWithPages,
  MonitorOrigin,
} from '../services/monitors/monitor.service.js';
export type { WatchFieldsOptions } from '../services/monitors/planning/watch-fields.js';
export type { MonitorNews } from '../services/monitors/following/monitor-follower.js';
export type {
  MonitorChange,
  MonitorRequest,
  MonitorWebhookRequest,
  ScheduleRequest,
  TargetRequest,
} from '../services/monitors/planning/monitor-request.js';
export type {
  AdaptiveBounds,
  Monitor,
  MonitorEvent,
  MonitorNotification,
  MonitorSchedule,
  MonitorSummary,
  MonitorTarget,
  MonitorWebhook,
  SearchWindow,
} from '../model/monitor/monitor.js';
export type {
  CheckPageStatus,
  CheckStatus,
  Judgment,
  MeaningfulChange,
  MonitorCheck,
  MonitorCheckPage,
  TargetResult,
} from '../model/monitor/check.js';
