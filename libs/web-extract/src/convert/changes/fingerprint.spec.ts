import { bodyHashOf, EMPTY_FINGERPRINT, fingerprintOf } from './fingerprint.js';

describe('fingerprintOf', () => {
  it.each([
    ['a  \nb\n', 'a\nb', 'white space at the ends of lines'],
    ['\n\na\n\n', 'a', 'empty lines at the ends'],
    ['e\u0301', '\u00e9', 'two spellings of a letter'],
  ])('is the same for %j and %j (%s)', async (a, b) =>
    expect(await fingerprintOf(a)).toBe(await fingerprintOf(b)),
  );

  it.each([
    ['a b', 'a  b'],
    ['a\n\nb', 'a\nb'],
    ['  a', 'a'],
  ])('differs for %j and %j', async (a, b) =>
    expect(await fingerprintOf(a)).not.toBe(await fingerprintOf(b)),
  );

  it('of no text is the empty one', async () => expect(await fingerprintOf('\n ')).toBe(EMPTY_FINGERPRINT));
});

describe('bodyHashOf', () => {
  const response = { url: 'https://a.example/', statusCode: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('x') };

  it.each([
    ['address', { url: 'https://a.example/b' }],
    ['status', { statusCode: 404 }],
    ['type', { headers: { 'content-type': 'text/html; charset=latin1' } }],
    ['body', { body: Buffer.from('y') }],
  ])('differs with the %s', (_, other) => {
    expect(bodyHashOf({ ...response, ...other })).not.toBe(bodyHashOf(response));
  });

  it('does not depend on other headers', () => {
    const other = { ...response, headers: { ...response.headers, date: 'now' } };
    expect(bodyHashOf(other)).toBe(bodyHashOf(response));
  });
}); // prettier-ignore
