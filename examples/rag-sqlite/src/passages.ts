import { rmSync } from 'node:fs';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import sqlite from 'node-sqlite3-wasm';
import type { Chunk } from 'nestjs-web-extract';
import { settings } from './settings.js';

/** A site is answered from one crawl at a time: the newest that was read to its end. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS crawls (id TEXT PRIMARY KEY, url TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sites (url TEXT PRIMARY KEY, crawl TEXT NOT NULL);
  CREATE VIRTUAL TABLE IF NOT EXISTS passages USING fts5(
    context, markdown, link UNINDEXED, crawl UNINDEXED, tokenize = 'porter unicode61'
  );
`;

/** The title of a page and its headings count four times as much as the text below them. */
const SEARCH = `
  SELECT link, context, snippet(passages, 1, '**', '**', ' … ', 24) AS snippet, markdown
  FROM passages JOIN sites ON sites.crawl = passages.crawl
  WHERE passages MATCH ? ORDER BY bm25(passages, 4.0, 1.0) LIMIT ?
`;

export interface Passage {
  /** The page, and where it is known the heading. */
  readonly link: string;
  /** Title and headings that the passage stands under. */
  readonly context: string;
  readonly snippet: string;
  readonly markdown: string;
}

export interface PendingCrawl {
  readonly id: string;
  readonly url: string;
}

/** Passages of pages in SQLite, found by their words. */
@Injectable()
export class Passages implements OnModuleInit, OnApplicationShutdown {
  private db!: InstanceType<typeof sqlite.Database>;

  onModuleInit(): void {
    // Nobody else works here, or the store of crawls beside it would have refused to start: a lock was left by a process that was killed.
    rmSync(`${settings.passages}.lock`, { recursive: true, force: true });
    this.db = new sqlite.Database(settings.passages);
    this.db.exec(SCHEMA);
  }

  onApplicationShutdown(): void {
    this.db.close();
  }

  expect(crawl: PendingCrawl): void {
    this.db.run('INSERT INTO crawls (id, url) VALUES (?, ?)', [crawl.id, crawl.url]);
  }

  /** Crawls whose passages are not searched yet. */
  pending(): PendingCrawl[] {
    return this.rows<PendingCrawl>('SELECT id, url FROM crawls');
  }

  sites(): { url: string; passages: number }[] {
    return this.rows(`
      SELECT url, (SELECT count(*) FROM passages WHERE passages.crawl = sites.crawl) AS passages FROM sites ORDER BY url
    `);
  }

  add(crawl: string, chunks: readonly Chunk[]): void {
    this.inOneStep(() => {
      for (const { context, markdown, url, anchor } of chunks) {
        const link = anchor === null ? url : `${url}#${anchor}`;
        this.db.run('INSERT INTO passages VALUES (?, ?, ?, ?)', [context, markdown, link, crawl]);
      }
    });
  }

  /** From here on the site is answered from this crawl, and the one before is forgotten. */
  publish({ id, url }: PendingCrawl): void {
    this.inOneStep(() => {
      this.db.run('INSERT OR REPLACE INTO sites VALUES (?, ?)', [url, id]);
      this.db.run('DELETE FROM crawls WHERE id = ?', id);
      this.db.run(
        'DELETE FROM passages WHERE crawl NOT IN (SELECT crawl FROM sites UNION SELECT id FROM crawls)',
      );
    });
  }

  /** Forgets a crawl that is not searched. */
  drop(id: string): void {
    this.inOneStep(() => {
      this.db.run('DELETE FROM crawls WHERE id = ?', id);
      this.db.run('DELETE FROM passages WHERE crawl = ?', id);
    });
  }

  /** What was written of a crawl before the process ended. */
  clear(id: string): void {
    this.db.run('DELETE FROM passages WHERE crawl = ?', id);
  }

  search(question: string, limit: number): Passage[] {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    return this.rows<Passage>(SEARCH, [words.map((word) => `"${word}"`).join(' OR '), limit]);
  }

  private rows<Row>(sql: string, values: (string | number)[] = []): Row[] {
    return this.db.all(sql, values) as unknown as Row[];
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
