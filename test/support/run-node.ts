import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Node process of a test, in an empty folder of its own. */
export class NodeProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
  readonly child: ChildProcess;
  /** What it wrote to both outputs so far. */
  output = '';
  /** The same, apart. */
  readonly said = { stdout: '', stderr: '' };

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    });
    for (const name of ['stdout', 'stderr'] as const) {
      this.child[name]?.on('data', (chunk: Buffer) => {
        this.said[name] += chunk.toString();
        this.output += chunk.toString();
      });
    }
  }

  /** Waits until the output matches. @throws Error with the output when the process ends before */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      if (this.child.exitCode !== null) throw new Error(`ended with ${this.child.exitCode}:\n${this.output}`);
      await Promise.race([
        once(this.child.stdout!, 'data'),
        once(this.child.stderr!, 'data'),
        once(this.child, 'close'),
      ]);
    }
  }

  /** Waits for the end, and then for the rest of its output. @returns the exit code; null when a signal ended it */
  async end(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  /** Ends it by force if need be, and removes its folder. */
  async dispose(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
