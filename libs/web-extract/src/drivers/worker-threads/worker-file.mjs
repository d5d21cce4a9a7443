// Copied as worker-file.js to the ES module build; worker-file.cjs is the CommonJS version.
import { fileURLToPath } from 'node:url';

// Bundlers that write CommonJS leave no address of the module.
if (!import.meta.url) {
  throw new Error(
    'nestjs-web-extract was bundled as CommonJS: keep the package external (esbuild: --external:nestjs-web-extract)',
  );
}

export const WORKER_FILE = fileURLToPath(new URL('../cjs/worker.js', import.meta.url));
export const EXTRACTION_FILE = fileURLToPath(new URL('../cjs/extraction-worker.js', import.meta.url));
