import { Inject, Injectable } from '@nestjs/common';
import { ChunkIndex } from './chunk-index.js';
import { similarity, type Embed } from './embed.js';

/** Titles and headings count four times as much as text. */
const BY_WORDS = `
  SELECT chunks.id, chunks.url, chunks.title, chunks.text FROM words JOIN chunks ON chunks.rowid = words.rowid
  WHERE words MATCH ? ORDER BY bm25(words, 4.0, 4.0, 1.0) LIMIT ?
`;
/** Results of each of the two searches. */
const CANDIDATES = 50;
/** Damps the ranks of the two lists when they are merged (reciprocal rank fusion). */
const RANK_OFFSET = 60;

export interface Passage {
  readonly id: string;
  readonly url: string;
  readonly title: string | null;
  readonly text: string;
}

/** Finds the passages for a question by their words and by their meaning. */
@Injectable()
export class PassageSearch {
  constructor(
    private readonly index: ChunkIndex,
    @Inject('embed') private readonly embed: Embed,
  ) {}

  async search(question: string, limit: number): Promise<Passage[]> {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    const query = words.map((word) => `"${word}"`).join(' OR ');
    const byWords = this.index.db.all(BY_WORDS, [query, CANDIDATES]) as unknown as Passage[];
    const lists = [byWords, await this.nearest(question)];
    const scores = new Map<string, number>();
    for (const list of lists)
      list.forEach(({ id }, at) => scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + at)));
    const found = new Map(lists.flat().map((passage) => [passage.id, passage]));
    return [...found.values()].sort((a, b) => scores.get(b.id)! - scores.get(a.id)!).slice(0, limit);
  }

  /** Compares all vectors: milliseconds for ten thousand chunks; beyond that use sqlite-vec or pgvector. */
  private async nearest(question: string): Promise<Passage[]> {
    const [asked] = await this.embed([question]);
    const rows = this.index.db.all('SELECT id, url, title, text, vector FROM chunks');
    return (rows as unknown as (Passage & { vector: Uint8Array })[])
      .map(({ vector, ...passage }) => {
        return { passage, score: similarity(asked!, new Float32Array(vector.slice().buffer)) };
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, CANDIDATES)
      .map(({ passage }) => passage);
  }
}
