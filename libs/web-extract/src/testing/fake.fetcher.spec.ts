import { ConnectionError } from '../model/errors.js';
import { FakeFetcher } from './fake.fetcher.js';

describe('FakeFetcher', () => {
  const textOf = (body: Uint8Array) => new TextDecoder().decode(body);
  const ask = (url: string) => ({ url, timeoutMs: 1000 });

  it('answers from its table and remembers what it was asked', async () => {
    const fetcher = new FakeFetcher({ 'http://a.test/': '<p>Hello</p>' });
    const response = await fetcher.fetch(ask('http://a.test/'));
    expect(textOf(response.body)).toBe('<p>Hello</p>');
    expect(response).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    expect(fetcher.requests).toEqual([ask('http://a.test/')]);
  });

  it('takes functions, failures and whole responses', async () => {
    const fetcher = new FakeFetcher({
      'http://a.test/': ({ url }) => ({
        body: url,
        statusCode: 404,
        headers: { 'content-type': 'text/plain' },
      }),
      'http://b.test/': new RangeError('as told'),
    });
    const response = await fetcher.fetch(ask('http://a.test/'));
    expect(response).toMatchObject({ statusCode: 404, headers: { 'content-type': 'text/plain' } });
    await expect(fetcher.fetch(ask('http://b.test/'))).rejects.toThrow('as told');
    await expect(fetcher.fetch(ask('http://c.test/'))).rejects.toThrow(ConnectionError);
  });

  it('asks before every hop, the end of a redirect included', async () => {
    const hops: string[] = [];
    const fetcher = new FakeFetcher({ 'http://a.test/': { url: 'http://b.test/' } });
    const beforeHop = async (url: string) => void hops.push(url);
    const response = await fetcher.fetch({ ...ask('http://a.test/'), beforeHop });
    expect(hops).toEqual(['http://a.test/', 'http://b.test/']);
    expect(response.url).toBe('http://b.test/');
  });

  it('does nothing once aborted', async () => {
    const fetcher = new FakeFetcher({ 'http://a.test/': '' });
    await expect(fetcher.fetch(ask('http://a.test/'), AbortSignal.abort())).rejects.toThrow(/aborted/);
  });
});
