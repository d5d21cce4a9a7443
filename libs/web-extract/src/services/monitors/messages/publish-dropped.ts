import type { MonitorStored } from '../../../ports/stores/monitor-store.port.js';
import type { EventStream } from '../../events/event-stream.js';

/** Publishes the messages that a stored change has dropped. */
export function publishDropped(events: EventStream, { dropped }: MonitorStored): void {
  for (const { monitorId, owner, messages } of dropped)
    events.publish({
      type: 'monitor-messages-dropped',
      kind: 'monitor',
      crawlId: null,
      monitorId,
      owner,
      messages,
      at: Date.now(),
    });
}
