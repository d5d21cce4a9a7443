import { Injectable, Logger } from '@nestjs/common';
import type { MailProgress, MonitorCheck } from '../../../model/monitor/check.js';
import type { MonitorHead, MonitorNotification } from '../../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../../model/options.js';
import type { AllowRecipient, Mail, Mailer } from '../../../model/options/monitor.options.js';
import { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import { UsageCounter } from '../../../ports/stores/usage-counter.port.js';
import { mailEntry, writeMail, type MailEntry } from './write-mail.js';

const DAY_SECONDS = 86_400;
/** Mails of an owner in 24 hours. */
const MAX_MAILS = 50;
/** Pages that a mail lists. */
const MAX_PAGES = 50;
/** A page of a check may be as large as a body: such pages are read one by one. */
const MAX_BYTES = 1024 * 1024;
/** Longest time of all mails of a check. */
const TIMEOUT_MS = 30_000;

/** Attempts to write the mail, and for one recipient: a mail that ends the process must not do so with each restart. */
const MAX_ATTEMPTS = 2;

/** Stores the position of the mails of a check. */
export type BeginMail = (position: MailProgress) => Promise<void>;

/** Data that a check needs to send mails. */
interface Sending {
  readonly email: NonNullable<MonitorNotification['email']>;
  readonly mailer: Mailer;
  readonly allowRecipient: AllowRecipient;
}

/** The mails of one check. */
interface Mailing {
  readonly owner: string;
  readonly recipients: readonly string[];
  readonly mail: Omit<Mail, 'to'>;
  readonly mailer: Mailer;
  readonly allowRecipient: AllowRecipient;
}

/** Sends mails about the changes of a check. */
@Injectable()
export class MonitorMails {
  private readonly logger = new Logger('WebExtract');

  constructor(
    private readonly store: MonitorStore,
    private readonly counter: UsageCounter,
    private readonly options: ResolvedOptions,
  ) {}

  /**
   * Sends a mail to each allowed recipient if there are changes that matter. Failures are logged. Ends after 30 seconds, also if the mailer
   * does not answer.
   * @param from position of the first recipient
   * @param begin stores the position before the pages are read, and before each mail; its errors are thrown
   */
  async send(monitor: MonitorHead, check: MonitorCheck, from: MailProgress, begin: BeginMail): Promise<void> {
    const sending = this.sendingOf(monitor, check);
    if (!sending || (from.written ?? 0) >= MAX_ATTEMPTS) return;
    const written = (from.written ?? 0) + 1;
    await begin({ ...from, written });
    const mailing = await this.mailingOf(monitor, check, sending);
    if (!mailing) return;
    const endsAt = performance.now() + TIMEOUT_MS;
    const first = from.attempts < MAX_ATTEMPTS ? from.next : from.next + 1;
    for (let next = first; next < mailing.recipients.length; next++) {
      const attempts = next === from.next ? from.attempts + 1 : 1;
      await begin({ next, attempts, written: 0 });
      const restMs = endsAt - performance.now();
      if (restMs <= 0) return;
      // a recipient that the mailer refuses does not affect the others
      const sent = inTime(this.sendTo(mailing.recipients[next]!, mailing), restMs);
      await sent.catch((error: unknown) => this.report(monitor, error));
    }
  }

  /** Undefined if no mails are to be sent. Nothing is read for it. */
  private sendingOf({ notification }: MonitorHead, { summary }: MonitorCheck): Sending | undefined {
    const email = notification?.email;
    const { mailer, allowRecipient } = this.options.monitors;
    if (!mailer || !allowRecipient || !email?.enabled || summary.totalPages === summary.same)
      return undefined;
    return { email, mailer, allowRecipient };
  }

  /** Undefined without pages that matter. */
  private async mailingOf(
    monitor: MonitorHead,
    check: MonitorCheck,
    { email, mailer, allowRecipient }: Sending,
  ): Promise<Mailing | undefined> {
    const entries = await this.entriesOf(check, email.includeDiffs);
    if (entries.length === 0) return undefined;
    const mail = writeMail(monitor, check, entries);
    return { owner: monitor.owner, recipients: email.recipients, mail, mailer, allowRecipient };
  }

  private async sendTo(to: string, { owner, mail, mailer, allowRecipient }: Mailing): Promise<void> {
    if (!(await allowRecipient(owner, to)) || !(await this.mayHaveMail(owner))) return;
    await mailer.send({ ...mail, to });
  }

  private report({ id }: MonitorHead, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(`A mail of monitor ${id} was not sent: ${reason}`);
  }

  /** Entries of the pages that matter. */
  private async entriesOf({ id, summary }: MonitorCheck, includesDiffs: boolean): Promise<MailEntry[]> {
    const entries: MailEntry[] = [];
    for (const status of ['changed', 'new', 'removed', 'error'] as const)
      for (let from = 0; from < Math.min(summary[status], MAX_PAGES) && entries.length < MAX_PAGES;) {
        const range = { from, count: MAX_PAGES - from, maxBytes: MAX_BYTES, status };
        const { pages } = await this.store.pages(id, range);
        if (pages.length === 0) break;
        from += pages.length;
        for (const page of pages)
          if (page.judgment?.meaningful !== false) entries.push(mailEntry(page, includesDiffs));
      }
    return entries.slice(0, MAX_PAGES);
  }

  private async mayHaveMail(owner: string): Promise<boolean> {
    const { count } = await this.counter.add(`monitor-mails:${owner}`, 1, DAY_SECONDS);
    return count <= MAX_MAILS;
  }
}

/** A mailer that never answers must not hold the check. */
async function inTime(sent: Promise<void>, restMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`the mails of the check took longer than ${TIMEOUT_MS} ms`);
    timer = setTimeout(() => reject(error), restMs);
  });
  try {
    await Promise.race([sent, late]);
  } finally {
    clearTimeout(timer);
  }
}
