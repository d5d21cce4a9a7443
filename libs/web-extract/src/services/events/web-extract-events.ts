import type { WebExtractEvent } from '../../model/events.js';

/** Receives events synchronously. Return values and exceptions are ignored; slow listeners delay the pipeline. */
export type EventListener<Event extends WebExtractEvent = WebExtractEvent> = (event: Event) => unknown;

/** The events of one type. */
export type EventOf<Type extends WebExtractEvent['type']> = Extract<WebExtractEvent, { readonly type: Type }>;

/**
 * Events of one registration of the module: stages and pages, start and end of crawls. Events are local to the process;
 * `CrawlService.watch` follows a crawl across processes.
 */
export abstract class WebExtractEvents {
  /** Adds a listener for one type of event. @returns a function that removes it */
  abstract on<Type extends WebExtractEvent['type']>(
    type: Type,
    listener: EventListener<EventOf<Type>>,
  ): () => void;

  /** Adds a listener for all events. @returns a function that removes it */
  abstract onAny(listener: EventListener): () => void;
}
