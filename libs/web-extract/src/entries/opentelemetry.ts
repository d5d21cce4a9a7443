export { WebExtractTelemetryModule } from './web-extract-telemetry.module.js';
