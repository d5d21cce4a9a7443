/**
 * Loads what bodies are checked with, class-validator and class-transformer, at the start of an application rather than with its first
 * request. The builds load both through files written by hand (body-checks.cjs, body-checks.mjs), so that hosts without controllers never
 * pay for them: 230 ms of processor time.
 */
export declare function loadBodyChecks(): void;

/** Runs a callback once the validation packages are loaded, or at once if they are. Callbacks keep their order. */
export declare function whenChecksAreLoaded(work: () => void): void;
