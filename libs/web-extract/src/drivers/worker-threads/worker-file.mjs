// Stands as worker-file.js beside the ES module build; worker-file.cjs is its twin for the CommonJS build.
import { fileURLToPath } from 'node:url';

export const WORKER_FILE = fileURLToPath(new URL('./worker.js', import.meta.url));
export const EXAMINER_FILE = fileURLToPath(new URL('./examiner-worker.js', import.meta.url));
