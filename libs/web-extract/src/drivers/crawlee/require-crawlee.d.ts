/**
 * Loads Crawlee synchronously: no other code of the process runs meanwhile, so its side effects can be identified. An
 * `import` would
 * let other code run; so both versions are handwritten and copied to their builds.
 */
export declare function requireCrawlee(): void;
