import { authorizationAt } from './authorization-at.js';

describe('authorizationAt', () => {
  const headersFor = authorizationAt('https://example.com/docs/', 'Basic eA==');

  it.each(['https://example.com/', 'https://example.com:443/docs/a?b'])('is sent to %s', (url) => {
    expect(headersFor(url)).toEqual({ Authorization: 'Basic eA==' });
  });

  it.each(['http://example.com/', 'https://www.example.com/', 'https://example.com:8443/', 'https://e.org/'])(
    'is not sent to %s',
    (url) => expect(headersFor(url)).toEqual({}),
  );

  it('is nothing where there is none', () => {
    expect(authorizationAt('https://example.com/', null)('https://example.com/')).toEqual({});
  });
});
