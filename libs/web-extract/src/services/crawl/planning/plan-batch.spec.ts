import { InvalidUrlError } from '../../../model/errors.js';
import { seedsOf, validateEach } from './plan-batch.js';

/** A clock that advances 20 ms per step. */
const onSlowMachine = () => {
  let nowMs = 0;
  return jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 20));
};

describe('planning a batch', () => {
  afterEach(() => jest.restoreAllMocks());

  it('lets others have their turn while many addresses are admitted', async () => {
    onSlowMachine();
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    await validateEach(['a', 'b', 'c'], false, (url) => order.push(url));
    expect(order.indexOf('other')).toBeLessThan(2);
  });

  it('lets others have their turn while many addresses are queued', async () => {
    onSlowMachine();
    let isOthersTurn = false;
    setImmediate(() => (isOthersTurn = true));
    const urls = Array.from({ length: 3 }, (_, n) => ({ href: `http://site.test/${n}` }));
    const seeds = await seedsOf({ url: 'http://site.test/' }, urls);
    expect([seeds.length, isOthersTurn]).toEqual([3, true]);
  });

  it('names the first address that is none, or leaves such out', async () => {
    const admit = (url: string) => {
      if (url === 'bad') throw new InvalidUrlError('is not a valid URL');
      return url;
    };
    await expect(validateEach(['a', 'bad'], false, admit)).rejects.toMatchObject({
      problems: [expect.objectContaining({ path: ['urls', 1] })],
    });
    expect(await validateEach(['a', 'bad'], true, admit)).toEqual({ admitted: ['a'], invalidUrls: ['bad'] });
  });
});
