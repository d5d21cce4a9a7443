import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { CorpusEntry, CorpusSink } from 'nestjs-web-extract/corpus';
import { CommandError } from '../command';

/** One row for each chunk of a site, and an index of their words. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS chunks (
    site TEXT NOT NULL, id TEXT NOT NULL, url TEXT NOT NULL, page_url TEXT NOT NULL, title TEXT, language TEXT,
    headings TEXT NOT NULL, text TEXT NOT NULL, tokens INTEGER NOT NULL, hash TEXT NOT NULL, updated_at TEXT NOT NULL,
    PRIMARY KEY (site, id)
  );
  CREATE INDEX IF NOT EXISTS chunks_by_page ON chunks (page_url);
  CREATE TABLE IF NOT EXISTS chunks_epoch (site TEXT PRIMARY KEY, epoch TEXT NOT NULL);
  CREATE VIRTUAL TABLE IF NOT EXISTS chunks_fts USING fts5(
    title, headings, text, content = 'chunks', tokenize = 'porter unicode61'
  );
  CREATE TRIGGER IF NOT EXISTS chunks_inserted AFTER INSERT ON chunks BEGIN
    INSERT INTO chunks_fts (rowid, title, headings, text) VALUES (new.rowid, new.title, new.headings, new.text);
  END;
  CREATE TRIGGER IF NOT EXISTS chunks_deleted AFTER DELETE ON chunks BEGIN
    INSERT INTO chunks_fts (chunks_fts, rowid, title, headings, text)
    VALUES ('delete', old.rowid, old.title, old.headings, old.text);
  END;
`;
const FIND = `
  SELECT chunks.title AS title, chunks.url AS url, snippet(chunks_fts, 2, '', '', ' … ', 40) AS passage
  FROM chunks_fts JOIN chunks ON chunks.rowid = chunks_fts.rowid WHERE chunks_fts MATCH ? ORDER BY rank LIMIT ?
`;
const DELETE = 'DELETE FROM chunks WHERE site = ? AND id = ?';
const INSERT = `INSERT INTO chunks VALUES (${Array(11).fill('?').join(', ')})`;

type Value = string | number | null;

/** The part that node:sqlite and node-sqlite3-wasm have in common. */
interface Database {
  exec(sql: string): void;
  run(sql: string, values: readonly Value[]): void;
  get(sql: string, values: readonly Value[]): Readonly<Record<string, unknown>> | null | undefined;
  all(sql: string, values: readonly Value[]): readonly Readonly<Record<string, unknown>>[];
  close(): void;
}

/** The used part of node:sqlite, which the types of Node.js 20 lack. */
interface BuiltIn {
  readonly DatabaseSync: new (path: string) => Pick<Database, 'exec' | 'close'> & {
    prepare(sql: string): {
      run(...values: Value[]): unknown;
      get(...values: Value[]): Readonly<Record<string, unknown>> | undefined;
      all(...values: Value[]): readonly Readonly<Record<string, unknown>>[];
    };
  };
}

/** A passage of a synced site. */
export interface FoundPassage {
  readonly title: string;
  /** With the anchor of its heading. */
  readonly url: string;
  readonly description: string;
}

/**
 * Finds passages of all sites in a SQLite file that have all words, the most relevant first.
 * @throws CommandError if SQLite is not installed, or the file is none of chunks
 */
export function searchSqlite(path: string, words: string, limit: number): FoundPassage[] {
  const open = findSqlite();
  if (!existsSync(path))
    throw new CommandError(`${path} does not exist: fill it with sync <address> --sqlite ${path}`);
  let db: Database | null = null;
  try {
    db = open(path);
    const query = words.split(/\s+/).filter(Boolean).map((word) => `"${word.replaceAll('"', '""')}"`); // prettier-ignore
    return db.all(FIND, [query.join(' '), limit]).map(({ title, url, passage }) => ({
      title: String(title ?? ''),
      url: String(url),
      description: String(passage).replace(/\s+/g, ' ').trim(),
    }));
  } catch (error) {
    throw new CommandError(`${path} cannot be searched: ${(error as Error).message}`, { cause: error });
  } finally {
    db?.close();
  }
}

/** Chunks of a site in a SQLite file. */
export class SqliteIndex implements CorpusSink {
  readonly name = 'sqlite';

  private constructor(
    private readonly db: Database,
    private readonly site: string,
  ) {}

  /** @param site rows of other sites are not changed. @throws CommandError if SQLite is not installed, or the file is not a database of chunks */
  static open(path: string, site: string): SqliteIndex {
    const open = findSqlite();
    mkdirSync(dirname(path), { recursive: true });
    try {
      const db = open(path);
      db.exec(SCHEMA);
      return new SqliteIndex(db, site);
    } catch (error) {
      throw new CommandError(`${path} cannot be used: ${(error as Error).message}`, { cause: error });
    }
  }

  upsert(entries: readonly CorpusEntry[]): void {
    const now = new Date().toISOString();
    this.inOneStep(() => {
      for (const { id, url, pageUrl, title, language, headingPath, text, tokens, hash } of entries) {
        const place = [this.site, id, url, pageUrl, title, language];
        this.db.run(DELETE, [this.site, id]);
        this.db.run(INSERT, [...place, headingPath.join(' > '), text, tokens, hash, now]);
      }
    });
  }

  remove(ids: readonly string[]): void {
    this.inOneStep(() => ids.forEach((id) => this.db.run(DELETE, [this.site, id])));
  }

  /** Rows that another corpus of the site had are gone: its next sync fills the table again. */
  clear(): void {
    this.inOneStep(() => {
      this.db.run('DELETE FROM chunks WHERE site = ?', [this.site]);
      this.db.run('INSERT OR REPLACE INTO chunks_epoch VALUES (?, ?)', [this.site, randomUUID()]);
    });
  }

  /** Stored with the rows: a file that was deleted has another one. */
  epoch(): string {
    this.db.run('INSERT OR IGNORE INTO chunks_epoch VALUES (?, ?)', [this.site, randomUUID()]);
    return String(this.db.get('SELECT epoch FROM chunks_epoch WHERE site = ?', [this.site])!['epoch']);
  }

  close(): void {
    this.db.close();
  }

  private inOneStep(work: () => void): void {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.db.exec('COMMIT');
    } catch (error) {
      this.db.exec('ROLLBACK');
      throw error;
    }
  }
}

const load = createRequire(__filename);

/** Returns SQLite of Node.js 22.13 and newer, otherwise the package. @throws CommandError */
function findSqlite(): (path: string) => Database {
  return builtIn() ?? packaged() ?? missing();
}

function builtIn(): ((path: string) => Database) | null {
  try {
    const { DatabaseSync } = load('node:sqlite') as BuiltIn;
    return (path) => {
      const db = new DatabaseSync(path);
      return {
        exec: (sql) => db.exec(sql),
        run: (sql, values) => void db.prepare(sql).run(...values),
        get: (sql, values) => db.prepare(sql).get(...values),
        all: (sql, values) => db.prepare(sql).all(...values),
        close: () => db.close(),
      };
    };
  } catch {
    return null;
  }
}

function packaged(): ((path: string) => Database) | null {
  try {
    const { Database: Sqlite } = load('node-sqlite3-wasm') as typeof import('node-sqlite3-wasm');
    return (path) => {
      rmSync(`${path}.lock`, { recursive: true, force: true }); // of a killed process: the data directory admits one
      const db = new Sqlite(path);
      return {
        exec: (sql) => db.exec(sql),
        run: (sql, values) => void db.run(sql, [...values]),
        get: (sql, values) => db.get(sql, [...values]),
        all: (sql, values) => db.all(sql, [...values]),
        close: () => db.close(),
      };
    };
  } catch {
    return null;
  }
}

function missing(): never {
  throw new CommandError(
    'SQLite is not installed: use Node.js 22.13 or newer, or npx -p nestjs-web-extract -p node-sqlite3-wasm nestjs-web-extract sync',
  );
}
