import { mkdirSync, rmSync } from 'node:fs';
import type { CorpusSink } from 'nestjs-web-extract/corpus';
import sqlite from 'node-sqlite3-wasm';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS chunks (site TEXT, id TEXT, url TEXT, text TEXT, PRIMARY KEY (site, id));
  CREATE TABLE IF NOT EXISTS epoch AS SELECT lower(hex(randomblob(16))) AS id;
`;

/** The chunks of all sites in one SQLite file. */
export class SqliteIndex {
  readonly db: InstanceType<typeof sqlite.Database>;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    rmSync(`${folder}/index.db.lock`, { recursive: true, force: true }); // of a process that was killed
    this.db = new sqlite.Database(`${folder}/index.db`);
    this.db.exec(SCHEMA);
  }

  /** The rows of one site. */
  of(site: string): CorpusSink {
    const { db } = this;
    return {
      name: 'sqlite',
      upsert: (entries) => entries.forEach(({ id, url, text }) => db.run('INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)', [site, id, url, text])), // prettier-ignore
      remove: (ids) =>
        ids.forEach((id) => db.run('DELETE FROM chunks WHERE site = ? AND id = ?', [site, id])),
      clear: () => db.run('DELETE FROM chunks WHERE site = ?', [site]),
      epoch: () => String(db.get('SELECT id FROM epoch')!['id']), // a lost file is filled again
    };
  }
}
