import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/ready/free-port.mjs';
import { findProgram } from '../../scripts/ready/programs.mjs';

/** PgBouncer, if it is installed. */
export const pgBouncerProgram = findProgram('pgbouncer');

/** A PgBouncer in transaction mode in front of a PostgreSQL, that may be killed and started again on the same port. */
export class PgBouncer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'web-extract-pgbouncer-'));
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly serverUrl: URL,
  ) {}

  /** @param serverUrl URL of PostgreSQL with a user, a password and a database */
  static async start(serverUrl: string): Promise<PgBouncer> {
    const bouncer = new PgBouncer(await findFreePort(), new URL(serverUrl));
    bouncer.configure();
    await bouncer.start();
    return bouncer;
  }

  get url(): string {
    const url = new URL(this.serverUrl);
    url.port = String(this.port);
    return url.href;
  }

  async start(): Promise<void> {
    const user = process.getuid?.() === 0 ? unprivileged() : {};
    const child = spawn(pgBouncerProgram!, [join(this.folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...user }); // prettier-ignore
    this.child = child;
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    while (!log.includes('process up')) {
      if (child.exitCode !== null) throw new Error(`pgbouncer did not start:\n${log}`);
      await sleep(10);
    }
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    this.child = undefined;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Few connections to the server: statements of two processes share them. */
  private configure(): void {
    const { hostname, port, pathname, username, password } = this.serverUrl;
    const database = pathname.slice(1);
    const lines = [
      '[databases]',
      `${database} = host=${hostname} port=${port} dbname=${database} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 4',
    ];
    writeFileSync(join(this.folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
    chmodSync(this.folder, 0o755);
  }
}

function unprivileged(): { uid: number; gid: number } {
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
