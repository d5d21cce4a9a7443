import { NOT_STATED_IN_DATA } from '../../extraction/absent-values.js';
import { noModel, warningOf } from '../../extraction/no-model.js';
import { pageOf } from '../../testing/contracts/crawl-store/samples.contract.js';
import type { PageExtraction } from '../extract/page-extraction.js';
import { readFields } from './tracked-fields.js';

const page = pageOf('https://site.example/');

/** Warnings of a page without values, whose extraction adds a warning. */
async function warningsWith(warning: string, fields: readonly string[]): Promise<readonly string[]> {
  const usage = { calls: 0, promptTokens: 0, completionTokens: 0 };
  const read = { ...page, extraction: { data: {}, usage }, warnings: [warning] };
  const extraction = { add: () => Promise.resolve(read) } as unknown as PageExtraction;
  const schema = { type: 'object', properties: Object.fromEntries(fields.map((name) => [name, {}])) };
  const reading = { page } as Parameters<typeof readFields>[1]['reading'];
  const request = { url: page.url, track: { modes: ['json'], fields: { schema } } } as const;
  const time = { startedAt: 0, signal: new AbortController().signal };
  return (await readFields(extraction, { reading, page }, request, time)).page.warnings;
}

describe('fields without a value', () => {
  it.each([
    ['an unrelated warning contains the name', 'The page is too long for the model', ['a', 'is']],
    ['a warning names longer fields', `${NOT_STATED_IN_DATA}a_id, page url`, ['id', 'url']],
    ['a warning names some of them', warningOf(noModel(undefined, ['id'])), ['id', 'url']],
  ])('are named although %s', async (_, warning, fields) => {
    const own = `Fields without a value in the page: ${fields.join(', ')}`;
    expect(await warningsWith(warning, fields)).toEqual([warning, own]);
  });

  const five = ['a', 'b', 'c', 'd', 'e'];

  it.each([
    [warningOf(noModel(undefined, ['id', 'url'])), ['url', 'id']],
    [warningOf(noModel(undefined, [...five, 'f'])), five],
    [`${NOT_STATED_IN_DATA}id and 2 more`, ['id']],
  ])('are named once: %s', async (warning, fields) => {
    expect(await warningsWith(warning, fields)).toEqual([warning]);
  });
});
