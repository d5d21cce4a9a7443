import { Injectable, Logger } from '@nestjs/common';
import type { MonitorCheck, MonitorCheckPage } from '../../../model/monitor/check.js';
import type { Monitor } from '../../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../../model/options.js';
import { MonitorStore } from '../../../ports/monitor-store.port.js';
import { UsageCounter } from '../../../ports/usage-counter.port.js';
import { writeMail } from './write-mail.js';

const DAY_SECONDS = 86_400;
/** Mails of an owner in 24 hours. */
const MAX_MAILS = 50;
/** Pages that a mail lists. */
const MAX_PAGES = 50;
const TIMEOUT_MS = 30_000;

/** Sends mails about the changes of a check. */
@Injectable()
export class MonitorMails {
  private readonly logger = new Logger('WebExtract');

  constructor(
    private readonly store: MonitorStore,
    private readonly counter: UsageCounter,
    private readonly options: ResolvedOptions,
  ) {}

  /** Sends a mail to each allowed recipient if there are changes that matter. Failures are logged. */
  async send(monitor: Monitor, check: MonitorCheck): Promise<void> {
    const email = monitor.notification?.email;
    const { mailer, allowRecipient } = this.options.monitors;
    if (!mailer || !allowRecipient || !email?.enabled || check.summary.totalPages === check.summary.same)
      return;
    try {
      const pages = await this.pagesOf(check);
      if (pages.length === 0) return;
      const mail = writeMail(monitor, check, pages, email.includeDiffs);
      for (const to of email.recipients) {
        if (!(await allowRecipient(monitor.owner, to)) || !(await this.mayHaveMail(monitor.owner))) continue;
        await inTime(mailer.send({ ...mail, to }));
      }
    } catch (error) {
      this.logger.warn(`A mail of monitor ${monitor.id} was not sent: ${error instanceof Error ? error.message : String(error)}`); // prettier-ignore
    }
  }

  private async pagesOf({ id }: MonitorCheck): Promise<readonly MonitorCheckPage[]> {
    const found: MonitorCheckPage[] = [];
    for (const status of ['changed', 'new', 'removed', 'error'] as const) {
      const { pages } = await this.store.pages(id, { from: 0, count: MAX_PAGES, status });
      found.push(...pages.filter(({ judgment }) => judgment?.meaningful !== false));
    }
    return found.slice(0, MAX_PAGES);
  }

  private async mayHaveMail(owner: string): Promise<boolean> {
    const { count } = await this.counter.add(`monitor-mails:${owner}`, 1, DAY_SECONDS);
    return count <= MAX_MAILS;
  }
}

/** A mailer that never answers must not hold the check. */
async function inTime(sent: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the mailer did not answer within ${TIMEOUT_MS} ms`)),
      TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([sent, late]);
  } finally {
    clearTimeout(timer);
  }
}
