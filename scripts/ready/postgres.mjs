import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.mjs';
import { findProgram, installPackages } from './programs.mjs';

/** A standby is ready for reading statements. */
const READY = /ready to accept (?:read[- ]only )?connections/;

/** Folder with the programs of each version on Debian. */
const DEBIAN = '/usr/lib/postgresql';

/** The folder of `initdb` and `postgres`: from PATH, else of Debian's package, else installed where that may be done, else null. */
export async function findPostgres() {
  const found = findFolder();
  if (found || !(await installPackages('postgresql'))) return found;
  return findFolder();
}

function findFolder() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(DEBIAN, version, 'bin'));
  const onPath = findProgram('initdb');
  if (onPath) folders.unshift(join(onPath, '..'));
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

/**
 * Starts a PostgreSQL on a free port of 127.0.0.1 in a new folder, as an unprivileged user, with a database and a role that owns it and has no
 * other rights.
 * @param settings of postgresql.conf; without `fsync` nothing survives a crash of the machine
 * @returns the URL of the role, that of the superuser, and how to stop, kill, freeze and start it; it also ends with this process
 */
export async function startPostgres(programs, settings = { fsync: 'off', full_page_writes: 'off' }) {
  const folder = mkdtempSync(join(tmpdir(), 'web-extract-postgres-'));
  const owner = serverUser();
  const data = join(folder, 'data');
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  chmodSync(folder, 0o755);
  if (owner) for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const user = owner ?? {};
  const server = new Server(programs, folder, await findFreePort(), { settings, user });
  await runProgram(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'], user); // prettier-ignore
  await server.start();
  const superUrl = `postgresql://postgres:${password}@127.0.0.1:${server.port}/postgres`;
  await createDatabase(superUrl, password);
  server.url = `postgresql://web_extract:${password}@127.0.0.1:${server.port}/web_extract`;
  server.superUrl = superUrl;
  return server;
}

async function createDatabase(superUrl, password) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(superUrl);
  await client.connect();
  await client.query(`CREATE ROLE web_extract LOGIN PASSWORD '${password}'`);
  await client.query('CREATE DATABASE web_extract OWNER web_extract');
  await client.end();
}

/** PostgreSQL refuses to run as root. */
function serverUser() {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((option) =>
        Number(execFileSync('id', [option, name], { stdio: ['ignore', 'pipe', 'ignore'] })),
      );
      return { uid, gid };
    } catch {
      // there is no such user
    }
  }
  throw new Error(`PostgreSQL needs a user without privileges: ${userInfo().username} is not one`);
}

async function runProgram(program, args, user) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
    env: { ...process.env, LC_ALL: 'C' },
    cwd: '/',
  });
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} failed:\n${log}`);
}

class Server {
  constructor(programs, folder, port, { settings, user }) {
    Object.assign(this, { programs, folder, port, settings, user });
  }

  get isRunning() {
    return this.process !== undefined && this.process.exitCode === null && this.process.signalCode === null;
  }

  get pid() {
    return this.process.pid;
  }

  async start() {
    const all = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 200,
      shared_buffers: '64MB',
      ...this.settings,
    };
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', join(this.folder, 'data'), ...options];
    const env = { ...process.env, LC_ALL: 'C' };
    this.process = spawn(join(this.programs, 'postgres'), args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...this.user,
      env,
      cwd: '/',
    });
    process.once('exit', this.end);
    let log = '';
    const isReady = new Promise((resolve, reject) => {
      this.process.stderr.on('data', (chunk) => {
        if (log.length < 100_000) log += chunk;
        if (READY.test(log)) resolve();
      });
      this.process.once('exit', () => reject(new Error(`postgres did not start:\n${log}`)));
    });
    await isReady;
  }

  /** SIGQUIT: the children of a server that is killed with SIGKILL would stay. */
  end = () => this.process.kill('SIGQUIT');

  /** Kills all of its processes: the log is replayed at the next start. */
  async crash() {
    if (!this.isRunning) return;
    const exit = once(this.process, 'exit');
    signal(this.pid, 'SIGSTOP'); // it starts no more processes
    while (stateOf(this.pid) !== 'T' && stateOf(this.pid) !== null) await sleep(1);
    const processes = [...childrenOf(this.pid), this.pid];
    for (const pid of processes) signal(pid, 'SIGKILL');
    await exit;
    while (processes.some(isRunning)) await sleep(5); // they share memory with each other
    process.removeListener('exit', this.end);
  }

  /** Answers nothing for a while; what it has received by then is carried out afterwards. */
  async pause(ms) {
    const processes = [this.pid, ...childrenOf(this.pid)];
    for (const pid of processes) signal(pid, 'SIGSTOP');
    await sleep(ms);
    for (const pid of processes) signal(pid, 'SIGCONT');
  }

  /** Ends all connections in order. */
  shutDown() {
    return this.endWith('SIGINT');
  }

  async endWith(signalName) {
    if (!this.isRunning) return;
    const exit = once(this.process, 'exit');
    this.process.kill(signalName);
    await exit;
    process.removeListener('exit', this.end);
  }

  /** A server that follows this one until `pg_promote()`; this one is shut down for a copy of its files, and started again. */
  async startStandby() {
    await this.shutDown();
    const folder = mkdtempSync(join(tmpdir(), 'web-extract-postgres-'));
    chmodSync(folder, 0o755);
    execFileSync('cp', ['-a', join(this.folder, 'data'), folder]);
    const signalFile = join(folder, 'data', 'standby.signal');
    writeFileSync(signalFile, '');
    if (this.user.uid !== undefined) chownSync(signalFile, this.user.uid, this.user.gid);
    const { password } = new URL(this.superUrl);
    const primary_conninfo = `host=127.0.0.1 port=${this.port} user=postgres password=${password}`;
    const { programs, user } = this;
    const settings = { ...this.settings, primary_conninfo };
    const standby = new Server(programs, folder, await findFreePort(), { settings, user });
    await this.start();
    await standby.start();
    for (const name of ['url', 'superUrl']) standby[name] = withPort(this[name], standby.port);
    return standby;
  }

  stop = async () => {
    await this.endWith('SIGQUIT'); // what is killed leaves its shared memory behind
    rmSync(this.folder, { recursive: true, force: true });
  };
}

function withPort(address, port) {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

/** Processes that a process has started, on Linux; elsewhere they end by themselves when it does. */
function childrenOf(pid) {
  if (process.platform !== 'linux') return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** The state of a process on Linux, such as `T` for stopped and `Z` for one that has ended and that nobody has waited for; null without it. */
function stateOf(pid) {
  try {
    return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

function isRunning(pid) {
  return !['Z', null].includes(stateOf(pid));
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended by itself
  }
}
