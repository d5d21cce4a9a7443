import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { ExtractorEventName } from '../../model/extractor/extractor-view.js';
import { kept } from '../../model/kept.js';
import { ResolvedOptions } from '../../model/options.js';
import { Fetcher } from '../../ports/fetcher.port.js';
import { webhookHeaders } from '../crawl/webhooks/webhook-message.js';
import type { ExtractorRecord } from './extractor-state.js';

const TIMEOUT_MS = 10_000;
/** Pauses before further attempts. */
const PAUSES_MS = [1_000, 10_000, 60_000];
/** Messages of all owners under way; an owner has a quarter of them. */
const MAX_MESSAGES = 200;

/** Sends webhook messages of extractors, with up to three further attempts by this process. */
@Injectable()
export class ExtractorMessages implements BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private readonly stop = new AbortController();
  private readonly underway = kept('extractorWork', new Map<Promise<void>, string>());

  constructor(
    private readonly fetcher: Fetcher,
    private readonly options: ResolvedOptions,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.underway.keys());
  }

  /** Sends a message unless the receiver did not ask for it. Not awaited. */
  send({ owner, stored, state }: ExtractorRecord, event: ExtractorEventName, facts: object): void {
    const { webhook } = state;
    if (!webhook || (webhook.events && !webhook.events.includes(event))) return;
    const own = [...this.underway.values()].filter((one) => one === owner).length;
    if (this.underway.size >= MAX_MESSAGES || own >= MAX_MESSAGES / 4) {
      this.logger.warn(`A message of the extractor ${stored.id} was dropped: too many are under way`);
      return;
    }
    const body = JSON.stringify({
      success: true,
      type: `extractor.${event}`,
      id: stored.id,
      data: [{ extractorId: stored.id, version: state.version, ...facts }],
      metadata: webhook.metadata ?? {},
    });
    const work = this.deliver(owner, webhook, body, stored.id).finally(() => this.underway.delete(work));
    this.underway.set(work, owner);
  }

  private async deliver(
    owner: string,
    webhook: NonNullable<ExtractorRecord['state']['webhook']>,
    body: string,
    id: string,
  ): Promise<void> {
    for (const pauseMs of [0, ...PAUSES_MS]) {
      try {
        if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: this.stop.signal });
        if (await this.post(owner, webhook, body)) return;
      } catch {
        if (this.stop.signal.aborted) return; // the next attempt or the warning reports the failure
      }
    }
    this.logger.warn(`The webhook at ${new URL(webhook.url).host} did not take a message of the extractor ${id}; given up`); // prettier-ignore
  }

  private async post(
    owner: string,
    webhook: NonNullable<ExtractorRecord['state']['webhook']>,
    body: string,
  ): Promise<boolean> {
    const { statusCode } = await this.fetcher.fetch(
      {
        url: webhook.url,
        owner,
        post: body,
        headers: webhookHeaders(webhook, body, this.options.webhookSecret),
        timeoutMs: TIMEOUT_MS,
        retry: false,
        maxBytes: 65_536,
        onTooLarge: 'truncate',
      },
      this.stop.signal,
    );
    return statusCode < 300;
  }
}
