/**
 * Paths of the worker scripts. The path of a module is determined differently in each module format, so both versions
 * are
 * handwritten (worker-file.cjs, worker-file.mjs) and copied to their builds.
 */
export declare const WORKER_FILE: string;
export declare const EXTRACTION_FILE: string;
