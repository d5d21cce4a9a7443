export { WebExtractRobotsModule } from './web-extract-robots.module.js';
export { RobotsService } from '../robots/robots.service.js';
export type { RobotsQuestion, RobotsRuleLine, RobotsVerdict } from '../robots/robots-verdict.js';
