import { Injectable } from '@nestjs/common';
import { CursorExpiredError } from '../../../model/errors.js';
import { HOST_OWNER } from '../../../model/keys/principal.js';
import { FeedReader } from '../../changes/feed-reader.js';
import { EventStream } from '../../events/event-stream.js';
import { HandlerSource, type ItemBatch } from './handler-source.js';
import type { Handler } from '../handler.js';
import { tagOf } from './source-name.js';

/** Entries that are in memory at once for one handler. */
const BATCH = 50;

/** The changes of a tag. Positions are cursors of its feed. */
@Injectable()
export class ChangeSource extends HandlerSource {
  constructor(
    private readonly feed: FeedReader,
    private readonly events: EventStream,
  ) {
    super();
  }

  override async read(handler: Handler, source: string, position: string): Promise<ItemBatch> {
    const tag = tagOf(source)!;
    try {
      const range = { since: position || undefined, limit: BATCH };
      const { entries, cursor, hasMore } = await this.feed.read({ owner: HOST_OWNER, tag }, range);
      const positions = [position, ...entries.map((entry) => entry.cursor)];
      const items = entries.map((change, n) => ({
        before: positions[n]!,
        position: change.cursor,
        url: change.url,
        argument: async () => ({ change, tag }),
      }));
      return { items, position: cursor, hasMore, isDone: false };
    } catch (error) {
      if (!(error instanceof CursorExpiredError)) throw error;
      this.report(handler, tag);
      return { items: [], position: error.cursor, hasMore: true, isDone: false };
    }
  }

  private report({ name: handler }: Handler, tag: string): void {
    const facts = { kind: 'handler', handler, crawlId: null, owner: HOST_OWNER, at: Date.now() } as const;
    this.events.publish({ type: 'handler-lagging', ...facts, tag });
  }
}
