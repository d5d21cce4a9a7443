import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { findProgram } from '../../../../../../scripts/ready/programs.mjs';
import { startPostgres, type PostgresServer } from '../../../../../../scripts/ready/postgres.mjs';
import { describeWithPostgres, postgresPrograms } from '../../../../../../test/setup/postgres.js';
import { until } from '../../../../../../test/support/crawls.js';
import { UnavailableError } from '../../../model/errors.js';
import { PostgresConnection } from './postgres-connection.js';

const IS_ENCRYPTED = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

/** New connections have the settings of then. */
const LOADED_AT = 'SELECT pg_conf_load_time()::text AS value';

const describeWithTls = findProgram('openssl') ? describeWithPostgres : describe.skip;

describeWithTls('PostgresConnection to a server with a self-signed certificate', () => {
  let server: PostgresServer;
  let folder: string;
  let logged: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'web-extract-tls-'));
    server = await startPostgres(postgresPrograms);
    execFileSync('chmod', ['755', folder]);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    logged = [];
    jest.spyOn(Logger.prototype, 'error').mockImplementation((message: string) => void logged.push(message));
  });
  afterEach(() => jest.restoreAllMocks());

  const certificate = () => join(folder, 'server.crt');

  async function present(name: string): Promise<void> {
    const key = join(folder, 'server.key');
    const subject = ['-subj', '/CN=postgres', '-addext', `subjectAltName=${name}`];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', certificate()],
      { stdio: 'ignore' },
    ); // prettier-ignore
    const { uid, gid } = statSync(join(server.folder, 'data'));
    for (const file of [key, certificate()]) chownSync(file, uid, gid);
    const loadedAt = await asSuperuser(LOADED_AT);
    await asSuperuser(`ALTER SYSTEM SET ssl_cert_file = '${certificate()}'`);
    await asSuperuser(`ALTER SYSTEM SET ssl_key_file = '${key}'`);
    await asSuperuser('ALTER SYSTEM SET ssl = on');
    await asSuperuser('SELECT pg_reload_conf()');
    await until(async () => (await asSuperuser(LOADED_AT)) !== loadedAt);
  }

  async function asSuperuser(text: string): Promise<unknown> {
    const client = new pg.Client(server.superUrl);
    await client.connect();
    const { rows } = await client.query<{ value: unknown }>(text);
    await client.end();
    return rows[0]?.value;
  }

  /** @returns whether the connection is encrypted; null if it was refused */
  async function connect(parameters: string): Promise<boolean | null> {
    const target = `${server.url}?${parameters}`;
    const connection = new PostgresConnection({ target, schema: 'none', maxConnections: 2, notifyTarget: false }); // prettier-ignore
    try {
      const [row] = await connection.run<{ ssl: boolean }>(IS_ENCRYPTED);
      return row!.ssl;
    } catch (error) {
      expect(error).toBeInstanceOf(UnavailableError);
      return null;
    } finally {
      await connection.close();
    }
  }

  it('is refused by one without TLS', async () => {
    expect(await connect('sslmode=require')).toBeNull();
    expect(logged.join()).toContain('The server does not support SSL connections');
  });

  it('accepts the certificate if it is trusted and names the host', async () => {
    await present('IP:127.0.0.1');
    expect(await connect(`sslmode=verify-full&sslrootcert=${certificate()}`)).toBe(true);
    expect(logged).toEqual([]);
  });

  it.each(['sslmode=verify-full', 'sslmode=require'])(
    'refuses it with %s if it is not trusted, and says what to set',
    async (mode) => {
      await present('IP:127.0.0.1');
      expect(await connect(mode)).toBeNull();
      expect(logged.join()).toMatch(/self-signed certificate.*sslrootcert/);
      expect(logged.join()).not.toContain(new URL(server.url).password);
    },
  );

  it('refuses the certificate of another host', async () => {
    await present('DNS:other.test');
    expect(await connect(`sslmode=verify-full&sslrootcert=${certificate()}`)).toBeNull();
    expect(logged.join()).toContain('does not match');
  });

  it.each(['sslmode=no-verify', 'uselibpqcompat=true&sslmode=require'])(
    'encrypts without a check with %s',
    async (mode) => {
      await present('DNS:other.test');
      expect(await connect(mode)).toBe(true);
    },
  );
});
