export { WebExtractMetricsModule } from './web-extract-metrics.module.js';
export type { MetricsOptions } from './operation/metrics/metrics.options.js';
