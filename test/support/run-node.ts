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
  /** It has ended, and all that it wrote is here: an exit is often heard of before the last words. */
  private isOver = false;
  private readonly over: Promise<unknown>;

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
    this.over = once(this.child, 'close').finally(() => (this.isOver = true));
  }

  /** Waits until the output matches. @throws Error with the output when the process ends before */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      if (this.isOver) throw new Error(`ended with ${this.child.exitCode}:\n${this.output}`);
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child.stderr!, 'data'), this.over]);
    }
  }

  /** Waits for the end, and then for the rest of its output. @returns the exit code; null when a signal ended it */
  async end(): Promise<number | null> {
    await this.over;
    return this.child.exitCode;
  }

  /** Ends it by force if need be, and removes its folder. */
  async dispose(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
