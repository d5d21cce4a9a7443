import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkWorkerPath, workerScripts } from './worker-scripts.js';

describe('the scripts of worker threads', () => {
  it('belong to the library unless workerPath names their directory', () => {
    expect(workerScripts().worker).toMatch(/dist.cjs.worker\.js$/);
    expect(workerScripts('/app/workers')).toEqual({
      worker: '/app/workers/worker.js',
      compute: '/app/workers/extraction-worker.js',
    });
  });

  it('are checked at the start, with the remedy for bundled applications', () => {
    const folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
    try {
      expect(() => checkWorkerPath()).not.toThrow();
      expect(() => checkWorkerPath(folder)).toThrow(
        /no worker script .*worker\.js: .*bundles.*external.*workerPath/,
      );
      for (const name of ['worker.js', 'extraction-worker.js']) writeFileSync(join(folder, name), '');
      expect(() => checkWorkerPath(folder)).not.toThrow();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
