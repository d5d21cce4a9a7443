import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { boundJson, faultOfJson } from './bound-json.js';

/** Returns the text that a parser receives from a body sent in chunks. */
async function read(chunks: readonly string[], headers: Record<string, string> = {}) {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': 'application/json', ...headers };
  boundJson(request);
  for (const chunk of chunks) request.push(Buffer.from(chunk));
  request.push(null);
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return { text: Buffer.concat(parts).toString(), fault: faultOfJson(request)?.message };
}

describe('boundJson', () => {
  it('passes on bodies as they are', async () => {
    const body = JSON.stringify({ url: 'a"[{,\\', list: Array(49_000).fill(1), deep: [[[]]] });
    const chunks = body.match(/.{1,1000}/gs)!;
    expect(await read(chunks)).toEqual({ text: body, fault: undefined });
  });

  it('drops what comes after too many values', async () => {
    const { text, fault } = await read(['{"a":[', '[],'.repeat(30_000), '1,'.repeat(90_000), '1]}']);
    expect(fault).toContain('more than 50000 values');
    expect(text).toBe('{"a":[');
  });

  it('drops what is too deep, closed or not', async () => {
    const { text, fault } = await read(['{"a":', '['.repeat(101) + ']'.repeat(101), '}']);
    expect(fault).toContain('deeper than 100 levels');
    expect(text).toBe('{"a":');
  });

  it('counts nothing in texts, wherever they are cut', async () => {
    const chunks = ['{"a":"\\', `"${',['.repeat(60_000)}`, '"}'];
    expect(await read(chunks)).toEqual({ text: chunks.join(''), fault: undefined });
  });

  it.each<Record<string, string>>([
    { 'content-encoding': 'gzip' },
    { 'content-type': 'application/json; charset=utf-16' },
  ])('leaves %j to the parser', async (headers) => {
    const body = ','.repeat(60_000);
    expect(await read([body], headers)).toEqual({ text: body, fault: undefined });
  });
});
