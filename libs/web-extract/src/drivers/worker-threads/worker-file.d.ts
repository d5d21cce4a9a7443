/**
 * Paths of the scripts that worker threads run. Where a module lies is asked differently in each module format, so the
 * answers are written by hand (worker-file.cjs, worker-file.mjs) and copied beside each build.
 */
export declare const WORKER_FILE: string;
export declare const EXAMINER_FILE: string;
