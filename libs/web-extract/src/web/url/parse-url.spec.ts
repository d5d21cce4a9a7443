import { parseUrl } from './parse-url.js';

describe('parseUrl', () => {
  it('gives the URL, resolved against the base', () => {
    expect(parseUrl('../b', 'http://a.example/c/d')?.href).toBe('http://a.example/b');
  });

  it.each(['', '/b', 'http://', 'http://a b/'])('gives null for %j', (address) => {
    expect(parseUrl(address)).toBeNull();
  });

  it('still reads letters beyond ASCII after many addresses', () => {
    for (let i = 0; i < 20_000; i += 1) parseUrl(`http://a.example/${i}`);
    expect(parseUrl('http://bücher.example/')?.hostname).toBe('xn--bcher-kva.example');
  });
});
