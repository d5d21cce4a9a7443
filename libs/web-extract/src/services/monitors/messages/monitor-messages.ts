import { Injectable } from '@nestjs/common';
import { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import type { WebhookTask } from '../../../ports/stores/webhook-outbox.port.js';
import type { MessageQueue, MessageSource } from '../../crawl/webhooks/message-source.js';
import { KeyService } from '../../keys/key.service.js';

/** Webhook messages of monitors. */
@Injectable()
export class MonitorMessages implements MessageSource {
  constructor(
    private readonly store: MonitorStore,
    private readonly keys: KeyService,
  ) {}

  get outbox() {
    return this.store.outbox;
  }

  async open({ crawlId: id }: WebhookTask): Promise<MessageQueue | null> {
    const stored = await this.store.find(id);
    if (!stored?.monitor.webhook) return null;
    const { owner, webhook, needsKey } = stored.monitor;
    return {
      owner,
      webhook,
      name: `monitor ${id}`,
      next: async (position) => {
        const message = await this.store.message(id, position);
        return message && { position: message.position, body: message.body };
      },
      maySend: async () => !needsKey || this.keys.hasValidKey(owner),
    };
  }
}
