import { deflateSync } from 'node:zlib';
import { ContentInflate, damage } from './content-inflate.js';

async function inflated(body: Uint8Array): Promise<Buffer> {
  const stream = new ContentInflate('deflate');
  await stream.writable.getWriter().write(body);
  return Buffer.concat([...stream.readable]);
}

describe('ContentInflate', () => {
  const content = Buffer.from(
    Array.from({ length: 2_000 }, (_, at) => `${(at * 7_919) % 10_007} Tj\n`).join(''),
  );
  const packed = deflateSync(content);

  it('reads whole content', async () => {
    expect(await inflated(packed)).toEqual(content);
  });

  it('reads damaged content up to the damage', async () => {
    const broken = Buffer.from(packed);
    broken.fill(0xff, Math.floor(packed.length * 0.6));
    const { streams } = damage;
    const begin = await inflated(broken);
    expect(damage.streams).toBe(streams + 1);
    expect(begin.length).toBeGreaterThan(content.length * 0.4);
    expect(content.subarray(0, begin.length - 2_000)).toEqual(begin.subarray(0, begin.length - 2_000));
  });

  it('reads truncated content, and content with a wrong checksum', async () => {
    expect((await inflated(packed.subarray(0, packed.length / 2))).length).toBeGreaterThan(1_000);
    const wrong = Buffer.from(packed);
    wrong.fill(0, wrong.length - 4);
    expect(await inflated(wrong)).toEqual(content);
  });

  it('rejects what is not compressed at all', async () => {
    await expect(inflated(Buffer.from('no deflate stream'))).rejects.toThrow();
  });
});
