export { WebExtractHealthModule } from './web-extract-health.module.js';
export { WebExtractHealthIndicator } from '../observability/health/web-extract.health.js';
export type { HealthOptions } from '../observability/health/health.options.js';
