import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFolder, startSite, until } from '../smoke.mjs';

const NAMES = ['Lamp', 'Chair', 'Kettle', 'Mirror', 'Basket', 'Bench'];
const priceOf = (n) => (1_290 + 1_735 * n) / 100;
const textOf = (price) =>
  `</p><dl><dt>Price</dt><dd>€${price.toFixed(2)}</dd><dt>Delivery</dt><dd>within a week</dd></dl><p>Returns are free.`;

test('a price is learned once, read by a monitor, handled, and reported if it changes', async () => {
  const pages = Object.fromEntries(NAMES.map((name, n) => [`/${n}`, [name, textOf(priceOf(n))]]));
  const site = await startSite(pages);
  Object.assign(process.env, { DATA_DIR: makeFolder(), ALLOW_PRIVATE: site.address });
  const { NestFactory } = await import('@nestjs/core');
  const { MonitorService } = await import('nestjs-web-extract/monitors');
  const { AppModule } = await import('./dist/app.module.js');
  const { Prices } = await import('./dist/prices.js');
  const { PriceTable } = await import('./dist/price-table.js');
  const urlOf = (n) => `${site.url}${n}`;
  const dataOf = (n) => ({ name: NAMES[n], price: priceOf(n), currency: 'EUR' });

  const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
  await app.init();
  const prices = app.get(Prices);
  const examples = [0, 1, 2, 3].map((n) => ({ url: urlOf(n), data: dataOf(n) }));
  assert.deepEqual(await prices.learn(examples), []);
  assert.deepEqual(await prices.learn(examples), [], 'is learned once');

  const id = await prices.watch([urlOf(4), urlOf(5)]);
  assert.equal(await prices.watch([]), id);
  const monitors = app.get(MonitorService);
  const check = async () => {
    const { id: checkId } = await monitors.run(id);
    const isEnded = ({ check: { status } }) => !['queued', 'running'].includes(status);
    return until(() => monitors.check(id, checkId), isEnded);
  };
  await check();
  const { rows } = app.get(PriceTable);
  await until(() => rows.size, (size) => size === 2); // prettier-ignore
  assert.deepEqual(Object.fromEntries(rows), { [urlOf(4)]: dataOf(4), [urlOf(5)]: dataOf(5) });

  pages['/5'] = [NAMES[5], textOf(9.5)];
  pages['/4'] = [NAMES[4], `${textOf(priceOf(4))} Now also in blue.`];
  const { pages: found } = await check();
  const changed = found.filter(({ status }) => status === 'changed');
  assert.deepEqual(
    changed.map(({ url, diff }) => [url, diff.fields]),
    [[urlOf(5), { price: { previous: priceOf(5), current: 9.5 } }]],
  );
  await until(() => rows.get(urlOf(5)), ({ price }) => price === 9.5); // prettier-ignore
  await app.close();
});
