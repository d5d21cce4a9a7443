export { WebExtractPlaygroundModule } from './web-extract-playground.module.js';
export type { PlaygroundOptions } from '../playground/playground.options.js';
