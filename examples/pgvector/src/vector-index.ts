import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { CorpusEntry, CorpusSink } from 'nestjs-web-extract/corpus';
import type { Embed } from './embed.js';

const SCHEMA = `
  CREATE EXTENSION IF NOT EXISTS vector;
  CREATE TABLE IF NOT EXISTS chunks (
    id text PRIMARY KEY, url text NOT NULL, title text, text text NOT NULL, hash text NOT NULL, embedding vector(64) NOT NULL
  );
  CREATE TABLE IF NOT EXISTS epoch AS SELECT gen_random_uuid()::text AS id;
  CREATE INDEX IF NOT EXISTS chunks_of_text ON chunks (hash);
  CREATE INDEX IF NOT EXISTS chunks_by_meaning ON chunks USING hnsw (embedding vector_cosine_ops);
`;
const UPSERT = `
  INSERT INTO chunks VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET url = $2, title = $3, text = $4, hash = $5, embedding = $6
`;
const NEAREST = 'SELECT url, title, text FROM chunks ORDER BY embedding <=> $1 LIMIT $2';

export interface Passage {
  readonly url: string;
  readonly title: string | null;
  readonly text: string;
}

/** Chunks of a site in Postgres with pgvector. */
export class VectorIndex implements CorpusSink {
  readonly name = 'pgvector';

  private constructor(
    private readonly db: PGlite,
    private readonly embed: Embed,
  ) {}

  static async open(db: PGlite, embed: Embed): Promise<VectorIndex> {
    await db.exec(SCHEMA);
    return new VectorIndex(db, embed);
  }

  /** A text that moved, or that another page has too, is not embedded again. */
  async upsert(entries: readonly CorpusEntry[]): Promise<void> {
    const vectors = await this.vectorsOf(entries);
    await this.db.transaction(async (step: Transaction) => {
      for (const { id, url, title, text, hash } of entries)
        await step.query(UPSERT, [id, url, title, text, hash, vectors.get(hash)]);
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.db.query('DELETE FROM chunks WHERE id = ANY($1)', [ids]);
  }

  async clear(): Promise<void> {
    await this.db.exec('DELETE FROM chunks');
  }

  /** A database that was lost has another one: the next sync fills the new one. */
  async epoch(): Promise<string> {
    return (await this.db.query<{ id: string }>('SELECT id FROM epoch')).rows[0]!.id;
  }

  async nearest(question: string, limit: number): Promise<Passage[]> {
    const [vector] = await this.embed([question]);
    return (await this.db.query<Passage>(NEAREST, [written(vector!), limit])).rows;
  }

  private async vectorsOf(entries: readonly CorpusEntry[]): Promise<Map<string, string>> {
    const hashes = entries.map(({ hash }) => hash);
    const known = await this.db.query<{ hash: string; embedding: string }>(
      'SELECT DISTINCT ON (hash) hash, embedding FROM chunks WHERE hash = ANY($1)',
      [hashes],
    );
    const vectors = new Map(known.rows.map(({ hash, embedding }) => [hash, embedding]));
    const texts = new Map(
      entries.filter(({ hash }) => !vectors.has(hash)).map(({ hash, text }) => [hash, text]),
    );
    const embedded = await this.embed([...texts.values()]);
    [...texts.keys()].forEach((hash, at) => vectors.set(hash, written(embedded[at]!)));
    return vectors;
  }
}

const written = (vector: Float32Array): string => JSON.stringify([...vector]);
