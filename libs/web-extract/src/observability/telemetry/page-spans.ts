import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { PageEndedEvent, PageStartedEvent, StageEvent, WebExtractEvent } from '../../model/events.js';
import { redactUrl } from '../../model/redact-url.js';

/** @see W3C Trace Context, section 3.2 */
const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
/** Stages that ran in a worker thread, as part of the conversion. */
const IN_THREAD: ReadonlySet<string> = new Set(['read', 'choose', 'write']);

/** The span of a page and the parent of its next spans. */
interface OpenPage {
  readonly span: Span;
  readonly within: Context;
  /** The last conversion: parent of the stages measured in its thread. */
  conversion: Context | null;
}

/**
 * Creates one span for each page with one child span for each stage. Events are received in the context of
 * the caller.
 */
export class PageSpans {
  private readonly open = new Map<number, OpenPage>();

  constructor(private readonly tracer: Tracer) {}

  hear(event: WebExtractEvent): void {
    if (event.type === 'page-started') this.start(event);
    else if (event.type === 'stage') this.stage(event);
    else if (event.type === 'page-ended') this.end(event);
  }

  private start({ run, kind, url, crawlId, trace: carried, at }: PageStartedEvent): void {
    const parent = carried === null ? context.active() : contextOf(carried);
    const attributes = {
      'web_extract.kind': kind,
      'url.full': kind === 'document' ? 'file' : redactUrl(url),
      ...(crawlId === null ? {} : { 'web_extract.crawl.id': crawlId }),
    };
    const options = { startTime: at, kind: SpanKind.INTERNAL, attributes };
    const span = this.tracer.startSpan(`web_extract.${kind}`, options, parent);
    this.open.set(run, { span, within: trace.setSpan(parent, span), conversion: null });
  }

  private stage({ run, stage, at, ms, errorCode }: StageEvent): void {
    const page = this.open.get(run);
    if (!page) return;
    const parent = (IN_THREAD.has(stage) && page.conversion) || page.within;
    const span = this.tracer.startSpan(`web_extract.${stage}`, { startTime: at }, parent);
    if (errorCode !== null) fail(span, errorCode);
    span.end(at + ms);
    if (stage === 'convert') page.conversion = trace.setSpan(page.within, span);
  }

  private end({ run, at, outcome, statusCode, errorCode, timings }: PageEndedEvent): void {
    const page = this.open.get(run);
    if (!page) return;
    this.open.delete(run);
    page.span.setAttributes({
      'web_extract.outcome': outcome,
      'web_extract.bytes': timings.bytes,
      ...(statusCode === null ? {} : { 'http.response.status_code': statusCode }),
    });
    if (errorCode !== null) fail(page.span, errorCode);
    page.span.end(at);
  }
}

function fail(span: Span, errorCode: string): void {
  span.setAttribute('error.type', errorCode);
  span.setStatus({ code: SpanStatusCode.ERROR, message: errorCode });
}

/** Returns the current trace context, to be stored with a job. */
export function currentTrace(): string | undefined {
  const current = trace.getSpanContext(context.active());
  if (!current || !isSpanContextValid(current)) return undefined;
  return `00-${current.traceId}-${current.spanId}-${current.traceFlags.toString(16).padStart(2, '0')}`;
}

function contextOf(traceparent: string): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: parseInt(flags, 16),
    isRemote: true,
  });
}
