import type { HandlerDeclaration } from './decorators.js';

/** A decorated method of a provider. */
export interface FoundHandler extends HandlerDeclaration {
  /** Class and method, for messages. */
  readonly place: string;
  /** Reason why the provider cannot have handlers; null if it can. */
  readonly problem: string | null;
  call(argument: object): unknown;
}

/** Finds the handlers of a registration among the providers of the application. */
export abstract class HandlerFinder {
  abstract find(): readonly FoundHandler[];
}
