import { Injectable } from '@nestjs/common';

/** Passes the trace context of the request that starts a job to the processes that run it. */
@Injectable()
export class TraceCarrier {
  /** Returns the active trace context as a W3C `traceparent`; set by the tracing integration. */
  current: () => string | undefined = () => undefined;
}
