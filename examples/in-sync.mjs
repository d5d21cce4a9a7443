// What the tests of indexes share: 20 rounds of changes, after each of which the index must equal a fresh build.
import assert from 'node:assert/strict';
import { ChangingSite } from './changing-site.mjs';

const ROUNDS = 20;
const SEED = 7;
/** Embeddings computed for each chunk that changed. */
const MAX_COST = 1.1;

/**
 * @param makeIndex opens an empty index with a function that embeds: `{ sink, rows(), close() }`
 * @param corpus CorpusService
 * @param embed embeds texts
 */
export async function keepInSync({ site, corpus, embed, makeIndex }) {
  let computed = 0;
  const counted = (texts) => {
    computed += texts.length;
    return embed(texts);
  };
  const index = await makeIndex(counted);
  const sync = (sink, tag) => corpus.sync({ crawl: { url: site.url }, tag }, sink);
  await sync(index.sink, 'site');
  let before = await index.rows();
  assert.equal(computed, textsOf(before).size);
  let [changed, spent] = [0, 0];
  for (let round = 1; round <= ROUNDS; round++) {
    site.change();
    computed = 0;
    const result = await sync(index.sink, 'site');
    spent += computed;
    const rows = await index.rows();
    const fresh = await makeIndex(embed);
    await sync(fresh.sink, `fresh ${round}`);
    assert.deepEqual(rows, await fresh.rows(), `round ${round}: ${JSON.stringify(result)}`);
    await fresh.close();
    const known = textsOf(before);
    changed += [...textsOf(rows)].filter((text) => !known.has(text)).length;
    before = rows;
  }
  await index.close();
  assert.ok(changed > ROUNDS, `only ${changed} chunks changed`);
  assert.ok(spent <= MAX_COST * changed, `${spent} embeddings for ${changed} chunks`);
  console.log(`${ROUNDS} rounds: ${spent} embeddings for ${changed} changed chunks`);
}

const textsOf = (rows) => new Set(rows.map(({ text }) => text));

/** A site that is closed after the tests. */
export const changingSite = () => new ChangingSite(SEED).listen();
