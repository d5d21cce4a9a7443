import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresSuperUrl } from '../../../../../../test/setup/postgres.js';
import { openPostgresDatabase } from '../../../../../../test/support/postgres-database.js';
import { PostgresJobQueue } from './postgres.job-queue.js';
const stat = (p: string | number) => { try { const s = readFileSync(`/proc/${p}/stat`, 'utf8'); return s.slice(s.lastIndexOf(')') + 2).split(' ').map(Number); } catch { return null; } };
function cpuOf(pid: number) { const me = stat(pid)!; let t = me[11]! + me[12]! + me[13]! + me[14]!; for (const p of readdirSync('/proc')) { if (!/^\d+$/.test(p)) continue; const s = stat(p); if (s && s[1] === pid) t += s[11]! + s[12]!; } return t * 10; }
it('bench', async () => {
  const admin = new pg.Client({ connectionString: postgresSuperUrl }); await admin.connect();
  const dir = (await admin.query('SHOW data_directory')).rows[0].data_directory;
  const pid = Number(readFileSync(dir + '/postmaster.pid', 'utf8').split('\n')[0]);
  const db = await openPostgresDatabase();
  let statements = 0;
  const q = pg.Client.prototype.query as any;
  (pg.Client.prototype as any).query = function (...a: any[]) { statements++; return q.apply(this, a); };
  const connection = db.connect();
  const queue = new PostgresJobQueue(connection, { slots: 8, lockMs: 30_000 });
  const N = 400, TURNS = 4; const turns = new Map<string, number>(); let done = 0; let finish!: () => void; const finished = new Promise<void>((r) => (finish = r));
  const at = new Map<string, number>(); const lat: number[] = [];
  await queue.work(async ({ crawlId }) => { const n = (turns.get(crawlId) ?? 0) + 1; turns.set(crawlId, n); if (at.has(crawlId)) { lat.push(Date.now() - at.get(crawlId)!); return 'done'; } if (n < TURNS) return 'requeue'; if (++done === N) finish(); return 'done'; });
  await sleep(1000);
  let s0 = statements, c0 = cpuOf(pid), p0 = process.cpuUsage(), t0 = Date.now();
  for (let n = 0; n < N; n++) await queue.submit('crawl-' + n, 1, 'anna');
  await Promise.race([finished, sleep(240_000)]);
  let p = process.cpuUsage(p0);
  const say = (x: object) => appendFileSync('/tmp/bench-ours.txt', JSON.stringify(x) + '\n');
  say({ done, seconds: (Date.now() - t0) / 1000, statementsATurn: ((statements - s0) / (N * TURNS)).toFixed(2), serverMsATurn: ((cpuOf(pid) - c0) / (N * TURNS)).toFixed(2), clientMsATurn: ((p.user + p.system) / 1000 / (N * TURNS)).toFixed(2) });
  await sleep(3000);
  s0 = statements; c0 = cpuOf(pid); p0 = process.cpuUsage(); t0 = Date.now();
  await sleep(20_000);
  p = process.cpuUsage(p0);
  say({ idle: true, statementsASecond: ((statements - s0) / 20).toFixed(2), serverCpuPercent: ((cpuOf(pid) - c0) / 200).toFixed(2), clientCpuPercent: ((p.user + p.system) / 1000 / 200).toFixed(2) });
  for (let n = 0; n < 10; n++) { at.set('late-' + n, Date.now()); await queue.submit('late-' + n, 1, 'anna'); await sleep(1237); }
  say({ latencyMs: lat.sort((a, b) => a - b)[Math.floor(lat.length / 2)], max: lat.at(-1) });
  queue.onModuleDestroy(); await queue.beforeApplicationShutdown(); await connection.close(); (pg.Client.prototype as any).query = q; await admin.end(); await db.remove();
}, 400_000);
