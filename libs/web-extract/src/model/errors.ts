export * from './errors/document-errors.js';
export * from './errors/extractor-errors.js';
export * from './errors/fetch-errors.js';
export * from './errors/request-errors.js';
export * from './errors/service-errors.js';
export * from './errors/session-errors.js';
export type { Remedy } from './errors/remedy.js';
export * from './errors/web-extract-error.js';
export type { RequestProblem } from './problems/request-problem.js';
