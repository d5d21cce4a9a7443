/**
 * Loads Crawlee in one go: nothing else of the process runs meanwhile, so that what it leaves behind can be told from what others do. An
 * `import` would let others run; so it is written by hand for each module format and copied beside each build.
 */
export declare function requireCrawlee(): void;
