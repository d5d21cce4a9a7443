import { acceptLanguage } from './accept-language.js';

describe('acceptLanguage', () => {
  it.each([
    [undefined, undefined],
    [{}, undefined],
    [{ languages: [] }, undefined],
    [{ languages: ['fr-CH', 'fr', 'en'] }, 'fr-CH, fr;q=0.9, en;q=0.8'],
    [{ country: 'DE', languages: ['it'] }, 'it'],
    [{ country: 'DE' }, 'de-DE, de;q=0.9, en;q=0.8'],
    [{ country: 'DE', languages: [] }, 'de-DE, de;q=0.9, en;q=0.8'],
    [{ country: 'GB' }, 'en-GB, en;q=0.9'],
    [{ country: 'KE' }, 'en-KE, en;q=0.9'],
  ])('%j → %j', (location, expected) => {
    expect(acceptLanguage(location)).toBe(expected);
  });

  it('names at most nine, the weights stay above zero', () => {
    const languages = Array.from({ length: 20 }, (_, at) => `l${at}`);
    const header = acceptLanguage({ languages })!;
    expect(header.split(', ')).toHaveLength(9);
    expect(header).toMatch(/l8;q=0\.2$/);
  });
});
