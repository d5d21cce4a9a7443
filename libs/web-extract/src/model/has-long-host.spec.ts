import { hasLongHost } from './has-long-host.js';

const LONG = 'a\u0301\u0316'.repeat(400);

describe('hasLongHost', () => {
  it.each([
    [`http://${LONG}.test/`, 'plain'],
    [`HTTPS:${LONG}.test`, 'without slashes'],
    [`ht\ntp:/\\/${LONG}`, 'with what parsers pass over'],
    [`  //${LONG}/a`, 'without a scheme'],
    [`http://user:word@${LONG}`, 'with credentials'],
    [`http://${'%CC%81%CC%96'.repeat(200)}.test`, 'escaped'],
  ])('refuses a long host (%#)', (address) => {
    expect(hasLongHost(address)).toBe(true);
  });

  it.each([
    `http://site.test/${LONG}`,
    `http://site.test?${LONG}`,
    `http://${'u'.repeat(1_000)}@site.test/`,
    `/${LONG}/b`,
    `${LONG}/b`,
    `data:text/plain,${LONG}`,
    'http://ü.test/',
  ])('accepts what is long elsewhere (%#)', (address) => {
    expect(hasLongHost(address)).toBe(false);
  });
});
