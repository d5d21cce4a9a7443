import type { TemplateSample, PlaceVote } from '../../../model/page/page-kind.js';
import { TemplateTable } from './template-table.js';

const voteOf = (kind: number, places: number): TemplateSample => ({
  kind,
  container: 7,
  kept: 100,
  outside: 0,
  places: Array.from({ length: places }, (_, at): PlaceVote => [at, 1, 0]),
  pieces: [],
  isTechnical: false,
  pageType: 'article',
});

describe('TemplateTable', () => {
  it('settles a kind on which five pages agree, and on no fewer', () => {
    const table = new TemplateTable();
    for (let page = 0; page < 4; page++) table.add(voteOf(1, 3));
    expect(table.decisionOn(1)).toBeNull();
    table.add(voteOf(1, 3));
    expect(table.decisionOn(1)).toMatchObject({ kind: 1, container: 7 });
    expect(table.decisionOn(2)).toBeNull();
  });

  it('remembers the last pages of the last kinds only', () => {
    const table = new TemplateTable();
    for (let page = 0; page < 100; page++) table.add(voteOf(1, 10));
    expect(table.places).toBe(160);
    for (let kind = 2; kind < 1_000; kind++) table.add(voteOf(kind, 10));
    expect(table.places).toBe(640);
  });
});
