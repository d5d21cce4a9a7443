import { join } from 'node:path';
import { loadEnvironment } from './load-environment';
import { DEFAULT_PORT } from './settings';

/** The repository, as seen from `apps/demo/dist`. */
const ROOT = join(__dirname, '..', '..', '..');
/** Passed by `npm start` only: the image and `serve` have no sample page. */
const SAMPLE_PAGE = '--sample-page';

async function main(): Promise<void> {
  loadEnvironment(ROOT); // first: which modules there are depends on it
  const sampleUrl = process.argv.includes(SAMPLE_PAGE) ? await allowSamplePage() : null;
  const { serve } = await import('./serve');
  await serve(sampleUrl);
}

/** Starts the sample page next to the port of the demo, and allows requests to its host and port, and to no other of this machine. */
async function allowSamplePage(): Promise<string> {
  const { startSamplePage } = await import('./sample-page');
  const port = Number(process.env['PORT'] ?? DEFAULT_PORT);
  const url = await startSamplePage(Number.isInteger(port) && port > 0 && port < 65_535 ? port + 1 : 0);
  const allowed = process.env['WEB_EXTRACT_ALLOW_PRIVATE']?.trim();
  process.env['WEB_EXTRACT_ALLOW_PRIVATE'] = [...(allowed ? [allowed] : []), new URL(url).host].join(',');
  return url;
}

void main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
