import type { Handler } from '../handler.js';

/** An item for a handler. */
export interface HandlerItem {
  /** Position before the item. */
  readonly before: string;
  /** Position after the item. */
  readonly position: string;
  /** URL of the page; null for ends of jobs. */
  readonly url: string | null;
  /** Argument of the method, without the fields that all calls have. */
  argument(signal: AbortSignal): Promise<object>;
}

/** Items of a source. */
export interface ItemBatch {
  readonly items: readonly HandlerItem[];
  /** Position after the last item, and after those that the handler does not handle. */
  readonly position: string;
  readonly hasMore: boolean;
  /** True if no further item is expected. */
  readonly isDone: boolean;
}

/** Reads the items of a job or a tag. */
export abstract class HandlerSource {
  /** @returns null if the source does not exist any more */
  abstract read(handler: Handler, source: string, position: string): Promise<ItemBatch | null>;

  /** Returns the item after a position, to handle it again; null if it does not exist any more. */
  async itemAfter(handler: Handler, source: string, position: string): Promise<HandlerItem | null> {
    return (await this.read(handler, source, position))?.items[0] ?? null;
  }
}

/** Batch of a source that has no further items. */
export const nothingAfter = (position: string, isDone: boolean): ItemBatch => ({
  items: [],
  position,
  hasMore: false,
  isDone,
});
