export { WebExtractMetricsModule } from './web-extract-metrics.module.js';
export type { MetricsOptions } from '../observability/metrics/metrics.options.js';
