import type { MonitorMessagePresenter } from '../../../services/monitors/messages/monitor-message.js';
import { presentDiff } from './monitor.presenter.js';

/** Webhook messages of monitors. */
export const MONITOR_MESSAGES: MonitorMessagePresenter = {
  page: ({ id: webhookId, metadata }, { id, monitorId }, page, isBaseline) => {
    const { url, status, previousScrapeId, currentScrapeId, error, judgment } = page;
    const data = {
      monitorId, checkId: id, url, status, previousScrapeId, currentScrapeId, diff: presentDiff(page), error,
      isMeaningful: judgment?.meaningful ?? null, judgment, ...(isBaseline ? { baseline: true } : {}),
    }; // prettier-ignore
    return { success: true, type: 'monitor.page', id, webhookId, data: [data], metadata };
  },
  completed: ({ id: webhookId, metadata }, { id, monitorId, status, summary }, isBaseline) => ({
    success: status !== 'failed',
    type: 'monitor.check.completed',
    id,
    webhookId,
    data: [{ monitorId, checkId: id, status, summary, ...(isBaseline ? { baseline: true } : {}) }],
    metadata,
  }),
};
