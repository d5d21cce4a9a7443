import { Injectable } from '@nestjs/common';

/** Carries the trace of whoever starts a job along with the job, to whatever process works on it. */
@Injectable()
export class TraceCarrier {
  /** The trace that is going on now, as W3C's `traceparent`; whoever knows of traces says so here. */
  current: () => string | undefined = () => undefined;
}
