import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import {
  INSTRUMENTS,
  type Instrument,
  type InstrumentKey,
  type Labels,
  type Recorder,
} from '../instruments.js';

const SUFFIX_OF_UNIT: Readonly<Record<Instrument['unit'], string>> = { s: '_seconds', By: '_bytes', '1': '' };

/** Converts an OpenTelemetry name to the Prometheus notation. */
function prometheusName({ name, unit, kind }: Instrument): string {
  return name.replaceAll('.', '_') + SUFFIX_OF_UNIT[unit] + (kind === 'counter' ? '_total' : '');
}

/** Records measurements in a registry of prom-client. */
export class PrometheusRecorder implements Recorder {
  private readonly sums = new Map<InstrumentKey, Counter | Gauge>();
  private readonly histograms = new Map<InstrumentKey, Histogram>();

  constructor(registry: Registry) {
    for (const [key, instrument] of Object.entries(INSTRUMENTS) as [InstrumentKey, Instrument][]) {
      const { help, labels, kind, buckets = [] } = instrument;
      const common = {
        name: prometheusName(instrument),
        help,
        labelNames: [...labels],
        registers: [registry],
      };
      if (kind === 'histogram') this.histograms.set(key, new Histogram({ ...common, buckets: [...buckets] }));
      else this.sums.set(key, kind === 'counter' ? new Counter(common) : new Gauge(common));
    }
  }

  add(instrument: InstrumentKey, value: number, labels: Labels): void {
    this.sums.get(instrument)?.inc(labels, value);
  }

  observe(instrument: InstrumentKey, value: number, labels: Labels): void {
    this.histograms.get(instrument)?.observe(labels, value);
  }
}
