import type { WebExtractEvent } from '../../model/events.js';

/** Hears of events. What it returns or throws changes nothing; what it does at once delays what it hears of. */
export type EventListener<Event extends WebExtractEvent = WebExtractEvent> = (event: Event) => unknown;

/** The events of one type. */
export type EventOf<Type extends WebExtractEvent['type']> = Extract<WebExtractEvent, { readonly type: Type }>;

/**
 * What happens in one registration of the module, as it happens: stages and pages, starts and ends of crawls. Events of other processes
 * are heard there; `CrawlService.watch` follows a crawl through all of them.
 */
export abstract class WebExtractEvents {
  /** Hears of one type of events. @returns a function that ends it */
  abstract on<Type extends WebExtractEvent['type']>(
    type: Type,
    listener: EventListener<EventOf<Type>>,
  ): () => void;

  /** Hears of all events. @returns a function that ends it */
  abstract onAny(listener: EventListener): () => void;
}
