import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { metrics, trace } from '@opentelemetry/api';
import { WebExtractEvents } from '../../services/events/web-extract-events.js';
import { TraceCarrier } from '../../services/events/trace-carrier.js';
import { ofApplication } from '../../services/of-application.js';
import { recordEvent } from '../instruments.js';
import { storeSizes } from '../store-sizes.js';
import { currentTrace, PageSpans } from './page-spans.js';
import { TelemetryRecorder } from './telemetry-recorder.js';

const SCOPE = 'nestjs-web-extract';

/**
 * Reports traces and metrics of the application's registration to OpenTelemetry. Without an SDK in the
 * process it has no effect.
 */
@Injectable()
export class TelemetryKeeper implements OnModuleInit, OnApplicationShutdown {
  private stop: () => void = () => {};

  constructor(private readonly modules: ModuleRef) {}

  onModuleInit(): void {
    const meter = metrics.getMeter(SCOPE);
    const recorder = new TelemetryRecorder(meter);
    for (const { name, help, read } of storeSizes(this.modules))
      meter.createObservableGauge(name, { description: help, unit: 'By' }).addCallback(async (result) => {
        const bytes = await read();
        if (bytes !== null) result.observe(bytes);
      });
    const spans = new PageSpans(trace.getTracer(SCOPE));
    const carrier = ofApplication(this.modules, TraceCarrier);
    carrier.current = currentTrace;
    const end = ofApplication(this.modules, WebExtractEvents).onAny((event) => {
      spans.hear(event);
      recordEvent(event, recorder);
    });
    this.stop = () => {
      carrier.current = () => undefined;
      end();
    };
  }

  onApplicationShutdown(): void {
    this.stop();
  }
}
