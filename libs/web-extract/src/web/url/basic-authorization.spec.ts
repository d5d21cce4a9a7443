import { basicAuthorization } from './basic-authorization.js';

describe('basicAuthorization', () => {
  it.each([
    ['http://example.com/', null],
    ['http://me@example.com/', 'me:'],
    ['http://:pw@example.com/', ':pw'],
    ['http://me:p%40s%3As@example.com/', 'me:p@s:s'],
    ['http://me:100%@example.com/', 'me:100%'],
    ['http://jürgen:pw@example.com/', 'jürgen:pw'],
  ])('of %s is %s', (url, credentials) => {
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    expect(basicAuthorization(new URL(url))).toBe(expected);
  });
});
