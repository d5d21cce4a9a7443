import zlib from 'node:zlib';
import { Deadline } from './deadline.js';
import { decodeBody } from './decode-body.js';

const WORDS = Buffer.from('Some words of a page. '.repeat(1000));
const NOISE = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index * 31) >> 3));
const FAST_BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };

describe('decodeBody', () => {
  let deadline: Deadline;
  beforeEach(() => (deadline = new Deadline('http://example.com/', 60_000)));
  afterEach(() => deadline.dispose());

  const decode = (bytes: Uint8Array, encoding: string, maxBytes = 10e6) =>
    decodeBody(bytes, encoding, { maxBytes }, deadline);

  it.each([
    ['gzip', zlib.gzipSync],
    ['x-gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['deflate', zlib.deflateRawSync],
    ['br', zlib.brotliCompressSync],
    ['gzip, identity, deflate', (body: Buffer) => zlib.deflateSync(zlib.gzipSync(body))],
    ['deflate, gzip', (body: Buffer) => zlib.gzipSync(zlib.deflateRawSync(body))],
  ])('undoes %s at once and in steps', async (encoding, pack) => {
    for (const body of [WORDS, Buffer.concat([NOISE, WORDS])]) {
      const { bytes, cut } = await decode(pack(body), encoding);
      expect(cut).toBeNull();
      expect(Buffer.from(bytes).equals(body)).toBe(true);
      expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
    }
  });

  it('reads every member of a gzip file', async () => {
    const { bytes } = await decode(Buffer.concat([zlib.gzipSync('one '), zlib.gzipSync('two')]), 'gzip');
    expect(Buffer.from(bytes).toString()).toBe('one two');
  });

  it.each(['zstd', 'x-nonsense', 'gzip, zstd', 'gzip, gzip, gzip, gzip, gzip, gzip'])(
    'takes a body in %s for plain',
    async (encoding) => {
      expect(await decode(WORDS, encoding)).toEqual({ bytes: WORDS, cut: null });
    },
  );

  it('takes a body for plain that only claims to be gzip', async () => {
    expect(await decode(WORDS, 'gzip')).toEqual({ bytes: WORDS, cut: null });
  });

  it.each([
    ['gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['br', zlib.brotliCompressSync],
  ])('keeps what can be unpacked of a cut %s body', async (encoding, pack) => {
    const packed = pack(Buffer.concat([NOISE, WORDS]));
    const { bytes, cut } = await decode(packed.subarray(0, packed.length - 20), encoding);
    expect(cut).toMatchObject({ code: 'Z_BUF_ERROR' });
    expect(bytes.length).toBeGreaterThan(1000);
    expect(NOISE.subarray(0, 1000).equals(bytes.subarray(0, 1000))).toBe(true);
  });

  it('gives nothing and the reason for a corrupt body', async () => {
    const packed = zlib.gzipSync(WORDS).fill(0xff, 10);
    const { bytes, cut } = await decode(packed, 'gzip');
    expect(bytes).toHaveLength(0);
    expect(cut).toMatchObject({ code: 'Z_DATA_ERROR' });
  });

  it.each([
    ['gzip', (body: Buffer) => zlib.gzipSync(body)],
    ['gzip, gzip', (body: Buffer) => zlib.gzipSync(zlib.gzipSync(body))],
    ['br', (body: Buffer) => zlib.brotliCompressSync(body, FAST_BROTLI)],
  ])('unpacks a bomb in %s only up to the limit', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(200e6));
    const before = process.memoryUsage().rss;
    const { bytes, cut } = await decode(bomb, encoding, 1_000_000);
    expect([bytes.length, cut]).toEqual([1_000_000, 'too-large']);
    expect(process.memoryUsage().rss - before).toBeLessThan(120e6); // what else this process does may take some
  });

  it.each([
    [WORDS.length, null],
    [WORDS.length - 1, 'too-large'],
  ])('with a limit of %s bytes says %s', async (maxBytes, cut) => {
    expect((await decode(zlib.gzipSync(WORDS), 'gzip', maxBytes)).cut).toBe(cut);
  });

  it('stops when the time is over', async () => {
    const decoding = decode(zlib.gzipSync(Buffer.alloc(50e6)), 'gzip', 100e6);
    const reason = new Error('time is over');
    deadline.end(reason);
    await expect(decoding).rejects.toBe(reason);
  });
});
