// A PostgreSQL that may be killed, frozen and started again, with the same methods as redis-process.mjs; its connections can be ended, too.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres, startPostgres } from '../scripts/ready/postgres.mjs';

export async function startPostgresProcess() {
  const programs = await findPostgres();
  if (!programs) throw new Error('There is no PostgreSQL');
  const server = await startPostgres(programs);
  return {
    url: server.url,
    start: () => server.start(),
    kill: () => server.crash(),
    pause: (ms) => server.pause(ms),
    endConnections,
    remove: server.stop,
  };

  /** Ends about half of the connections of its users. */
  async function endConnections() {
    const client = new pg.Client(server.superUrl);
    client.on('error', () => {});
    await client.connect();
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE usename = 'web_extract' AND random() < 0.5`);
    await client.end();
  }
}

/** Faults of a server that processes share, by name. */
export function faultsOf(server) {
  const restart = async () => {
    await server.kill();
    await sleep(300);
    await server.start();
  };
  return { server: restart, ...(server.endConnections ? { connections: server.endConnections } : {}) };
}

/** Repeats what fails while the server is away. */
export async function patiently(work) {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 60) throw error;
      await sleep(250);
    }
  }
}
