import type { Counter, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';
import {
  INSTRUMENTS,
  type Instrument,
  type InstrumentKey,
  type Labels,
  type Recorder,
} from '../instruments.js';

/** Records measurements with a meter of OpenTelemetry. */
export class TelemetryRecorder implements Recorder {
  private readonly sums = new Map<InstrumentKey, Counter | UpDownCounter>();
  private readonly histograms = new Map<InstrumentKey, Histogram>();

  constructor(meter: Meter) {
    for (const [key, instrument] of Object.entries(INSTRUMENTS) as [InstrumentKey, Instrument][]) {
      const { name, help: description, unit, kind, buckets } = instrument;
      const options = { description, unit };
      if (kind === 'histogram') {
        const advice = buckets ? { advice: { explicitBucketBoundaries: [...buckets] } } : {};
        this.histograms.set(key, meter.createHistogram(name, { ...options, ...advice }));
      } else if (kind === 'counter') this.sums.set(key, meter.createCounter(name, options));
      else this.sums.set(key, meter.createUpDownCounter(name, options));
    }
  }

  add(instrument: InstrumentKey, value: number, labels: Labels): void {
    this.sums.get(instrument)?.add(value, labels);
  }

  observe(instrument: InstrumentKey, value: number, labels: Labels): void {
    this.histograms.get(instrument)?.record(value, labels);
  }
}
