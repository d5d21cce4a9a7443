import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { CorpusEntry, CorpusSink } from 'nestjs-web-extract/corpus';
import sqlite from 'node-sqlite3-wasm';
import type { Embed } from './embed.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS chunks (
    id TEXT PRIMARY KEY, url TEXT NOT NULL, title TEXT, headings TEXT, text TEXT NOT NULL, hash TEXT NOT NULL, vector BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS chunks_of_text ON chunks (hash);
  CREATE TABLE IF NOT EXISTS epoch AS SELECT lower(hex(randomblob(16))) AS id;
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(title, headings, text, content = 'chunks', tokenize = 'porter unicode61');
  CREATE TRIGGER IF NOT EXISTS added AFTER INSERT ON chunks BEGIN
    INSERT INTO words (rowid, title, headings, text) VALUES (new.rowid, new.title, new.headings, new.text);
  END;
  CREATE TRIGGER IF NOT EXISTS removed AFTER DELETE ON chunks BEGIN
    INSERT INTO words (words, rowid, title, headings, text) VALUES ('delete', old.rowid, old.title, old.headings, old.text);
  END;
`;
/** Chunks of a site in SQLite, with an index of their words and a vector each. */
@Injectable()
export class ChunkIndex implements CorpusSink, OnApplicationShutdown {
  readonly name = 'sqlite';
  readonly db: InstanceType<typeof sqlite.Database>;

  constructor(
    file: string,
    private readonly embed: Embed,
  ) {
    this.db = new sqlite.Database(file);
    this.db.exec(SCHEMA);
  }

  /** A text that moved, or that another page has too, is not embedded again. */
  async upsert(entries: readonly CorpusEntry[]): Promise<void> {
    const vectors = new Map<string, Uint8Array>();
    for (const { hash } of entries) {
      const row = this.db.get('SELECT vector FROM chunks WHERE hash = ?', hash);
      if (row) vectors.set(hash, row['vector'] as Uint8Array);
    }
    const texts = new Map(
      entries.filter(({ hash }) => !vectors.has(hash)).map(({ hash, text }) => [hash, text]),
    );
    const embedded = await this.embed([...texts.values()]);
    [...texts.keys()].forEach((hash, at) => vectors.set(hash, new Uint8Array(embedded[at]!.buffer)));
    this.inOneStep(() => {
      for (const { id, url, title, headingPath, text, hash } of entries) {
        this.db.run('DELETE FROM chunks WHERE id = ?', id);
        const row = [id, url, title, headingPath.join(' > '), text, hash, vectors.get(hash)!];
        this.db.run('INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)', row);
      }
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.inOneStep(() => ids.forEach((id) => this.db.run('DELETE FROM chunks WHERE id = ?', id)));
  }

  async clear(): Promise<void> {
    this.db.run('DELETE FROM chunks');
  }

  /** A database that was lost has another one: the next sync fills the new one. */
  epoch(): string {
    return String(this.db.get('SELECT id FROM epoch')!['id']);
  }

  onApplicationShutdown(): void {
    this.db.close();
  }

  private inOneStep(work: () => void): void {
    this.db.exec('BEGIN');
    try {
      work();
      this.db.exec('COMMIT');
    } catch (error) {
      this.db.exec('ROLLBACK');
      throw error;
    }
  }
}
