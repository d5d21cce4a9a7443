// Statements a second, and processor time, of a demo without work on PostgreSQL.
// Build first (npm run build), then: node bench/postgres-idle.mjs [--seconds 60] [--processes 1]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findPostgres, startPostgres } from '../scripts/ready/postgres.mjs';
import { startDemoProcess } from './demo-process.mjs';
import { cpuOf } from './process-tree.mjs';

/** The work of the start ends in this time. */
const START_MS = 20_000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    processes: { type: 'string', default: '1' },
  },
});
const [seconds, processes] = [values.seconds, values.processes].map(Number);
const server = await startPostgres(await findPostgres(), { shared_preload_libraries: 'pg_stat_statements' });
const dataDir = await mkdtemp(join(tmpdir(), 'bench-postgres-idle-'));
const statistics = new pg.Client(server.superUrl.replace(/postgres$/, 'web_extract'));
await statistics.connect();
await statistics.query('CREATE EXTENSION pg_stat_statements');
const environment = { DATABASE_URL: server.url, WEB_EXTRACT_BROWSER: 'off' };
const demos = await Promise.all(
  Array.from({ length: processes }, () => startDemoProcess({ dataDir, environment })),
);
await sleep(START_MS);
await statistics.query('SELECT pg_stat_statements_reset()');
const before = cpuOfAll();
await sleep(seconds * 1_000);
const after = cpuOfAll();
const { rows } = await statistics.query(
  `SELECT query, calls FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
    WHERE r.rolname = 'web_extract' ORDER BY calls DESC`,
);
for (const { query, calls } of rows)
  console.log(`${(calls / seconds).toFixed(2).padStart(6)}/s  ${query.replace(/\s+/g, ' ').slice(0, 110)}`);
const all = rows.reduce((sum, { calls }) => sum + Number(calls), 0) / seconds / processes;
const share = (ms) => `${(ms / seconds / 10).toFixed(2)} %`;
console.log(
  `a process: ${all.toFixed(2)} statements a second (bar 2); of one core: server ${share(after.server - before.server)}, ` +
    `process ${share((after.hosts - before.hosts) / processes)} (bar 1 %)`,
);
await statistics.end();
await Promise.all(demos.map((demo) => demo.stop()));
await server.stop();
await rm(dataDir, { recursive: true });

function cpuOfAll() {
  return { server: cpuOf(server.pid), hosts: demos.reduce((sum, { pid }) => sum + cpuOf(pid), 0) };
}
