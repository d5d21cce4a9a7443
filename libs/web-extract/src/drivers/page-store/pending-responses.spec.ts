import { someResponse } from '../../testing/contracts/page-cache.contract.js';
import { PendingResponses, type PendingResponse } from './pending-responses.js';

describe('PendingResponses', () => {
  const batches: PendingResponse[][] = [];
  let write: jest.Mock<Promise<void>, [readonly PendingResponse[]]>;
  let pending: PendingResponses;

  const one = (id: string, { owner = 'anna', bytes = 10 } = {}): PendingResponse => ({
    id,
    owner,
    page: 'page',
    response: someResponse({ body: Buffer.alloc(bytes) }),
  });
  const idsOf = (batch: readonly PendingResponse[] = []) => batch.map(({ id }) => id);

  beforeEach(() => {
    batches.length = 0;
    write = jest.fn(async (batch) => void batches.push([...batch]));
    pending = new PendingResponses(write);
  });

  it('writes the responses of a short period together', async () => {
    await Promise.all(['a', 'b', 'c'].map((id) => pending.add(one(id))));
    expect(batches).toEqual([]);
    await pending.flush();
    expect(batches.map(idsOf)).toEqual([['a', 'b', 'c']]);
  });

  it('writes without being flushed', async () => {
    const written = new Promise<void>((resolve) => write.mockImplementation(async () => resolve()));
    await pending.add(one('a'));
    await written;
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('returns a response until it is written, to its owner only', async () => {
    await pending.add(one('a'));
    expect(pending.get('anna', 'a')).not.toBeNull();
    expect(pending.get('bert', 'a')).toBeNull();
    await pending.flush();
    expect(pending.get('anna', 'a')).toBeNull();
  });

  it('keeps responses of different owners apart', async () => {
    await Promise.all([pending.add(one('a')), pending.add(one('a', { owner: 'bert' }))]);
    await pending.flush();
    expect(batches[0]!.map(({ owner }) => owner)).toEqual(['anna', 'bert']);
  });

  it('writes the newest of several responses of a URL', async () => {
    const newest = one('a', { bytes: 20 });
    await pending.add(one('a'));
    await pending.add(newest);
    await pending.flush();
    expect(batches).toEqual([[newest]]);
  });

  it('flushes responses that were added while a batch was being written', async () => {
    let endWrite = (): void => undefined;
    write.mockImplementationOnce(() => new Promise((resolve) => (endWrite = resolve)));
    await pending.add(one('a'));
    const flushed = pending.flush();
    await new Promise(setImmediate);
    await pending.add(one('b'));
    const flushedAgain = pending.flush();
    endWrite();
    await Promise.all([flushed, flushedAgain]);
    expect(batches.map(idsOf)).toEqual([['b']]);
    expect(pending.get('anna', 'b')).toBeNull();
  });

  it.each([
    ['an owner', () => one('large', { bytes: 5_000_000 })],
    ['all owners', (n: number) => one('x', { owner: `owner ${n}`, bytes: 3_900_000 })],
  ])('waits for the disk when the responses of %s take too much memory', async (_, make) => {
    for (let n = 0; n < 5; n++) await pending.add(make(n));
    expect(batches.length).toBeGreaterThan(0);
  });

  it('reports a failed write once, at the next response', async () => {
    write.mockRejectedValueOnce(new RangeError('disk full'));
    await pending.add(one('a'));
    await pending.flush();
    await expect(pending.add(one('b'))).rejects.toThrow('disk full');
    await pending.add(one('b'));
    await pending.flush();
    expect(batches.map(idsOf)).toEqual([['b']]);
  });
});
