export { WebExtractHealthModule } from './web-extract-health.module.js';
export { WebExtractHealthIndicator } from './operation/health/web-extract.health.js';
export type { HealthOptions } from './operation/health/health.options.js';
