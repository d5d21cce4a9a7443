import { join } from 'node:path';
import { loadEnvironment } from './load-environment';

/** The repository, as seen from `apps/demo/dist`. */
const ROOT = join(__dirname, '..', '..', '..');

async function main(): Promise<void> {
  loadEnvironment(ROOT); // first: which modules there are depends on it
  const { serve } = await import('./serve');
  await serve();
}

void main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
