import { similarName } from './similar-name.js';

const NAMES = ['timeoutMs', 'maxFetches', 'maxRedirects', 'allowPrivate', 'onlyMainContent', 'url'];

describe('similarName', () => {
  it.each([
    ['timeoutMS', 'timeoutMs'],
    ['timeout', 'timeoutMs'],
    ['maxFetchs', 'maxFetches'],
    ['only_main_content', 'onlyMainContent'],
    ['allowPirvate', 'allowPrivate'],
  ])('suggests for %s the name %s', (unknown, name) => {
    expect(similarName(unknown, NAMES)).toBe(name);
  });

  it.each(['uri', 'x', 'proxies', 'timeoutMs'.repeat(1_000)])('suggests nothing for %s', (unknown) => {
    expect(similarName(unknown.slice(0, 9_000), NAMES)).toBeNull();
  });
});
