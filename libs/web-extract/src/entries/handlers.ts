export { HandlerService } from '../services/handlers/handler.service.js';
export type { FailureQuery } from '../services/handlers/handler.service.js';
export { OnChange, OnCrawlEnd, OnPage } from '../services/handlers/decorators.js';
export type {
  ChangeHandlerOptions,
  HandlerOptions,
  PageHandlerOptions,
} from '../services/handlers/decorators.js';
export type {
  HandledChange,
  HandledCrawlEnd,
  HandledJob,
  HandledPage,
} from '../services/handlers/handler-calls.js';
export type { HandlerFailure, HandlerKind, RegisteredHandler } from '../model/handlers/handler.js';
export type {
  HandlerLagNote,
  HandlerState,
  HandlerStates,
  RetryResult,
} from '../model/handlers/handler-state.js';
export { HandlerLeaseLostError } from '../model/handlers/handler-lease-lost.error.js';
export { InvalidHandlersError } from '../model/handlers/invalid-handlers.error.js';
export type { Acknowledge, TransactionClient } from '../model/effect-transaction.js';
