import { resolveRegistration } from './resolve-registration.js';
import { ResolvedOptions, type WebExtractOptions, type WebExtractStaticOptions } from '../model/options.js';
import { CrawlLifecycle } from '../services/crawl/worker/crawl-lifecycle.js';
import { EventLog } from '../services/events/event-log.js';
import { EventStream } from '../services/events/event-stream.js';
import { TraceCarrier } from '../services/events/trace-carrier.js';
import { WebExtractEvents } from '../services/events/web-extract-events.js';
import { AnswerBytes } from '../services/memory/answer-bytes.js';
import { RequestBytes } from '../services/memory/request-bytes.js';
import { driversBut } from './drivers.js';
import type { Feature } from './feature.js';
import { givenPorts } from './given-ports.js';

/**
 * Shared basis of all features of a registration: resolved options, drivers and events.
 *
 * @param given token of the options passed by the host
 */
export const coreFeature = (fixed: WebExtractStaticOptions, given: string | symbol): Feature => ({
  providers: [
    {
      provide: ResolvedOptions,
      useFactory: (options: WebExtractOptions) => resolveRegistration(options, fixed),
      inject: [given],
    },
    ...driversBut(givenPorts(fixed)),
    EventStream,
    { provide: WebExtractEvents, useExisting: EventStream },
    EventLog,
    TraceCarrier,
    CrawlLifecycle,
    RequestBytes,
    AnswerBytes,
  ],
  exports: [WebExtractEvents],
});
