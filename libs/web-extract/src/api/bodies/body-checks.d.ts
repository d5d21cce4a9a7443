/**
 * Loads what bodies are checked with, class-validator and class-transformer, at the start of an application rather than with its first
 * request. The builds load both through files written by hand (body-checks.cjs, body-checks.mjs), so that hosts without controllers never
 * pay for them: 230 ms of processor time.
 */
export declare function loadBodyChecks(): void;

/** Does what must see the checks of a class, in the order in which it was asked: at once where they are loaded. */
export declare function whenChecksAreLoaded(work: () => void): void;
