import { RobotsCache } from './robots-cache.js';
import { siteRobots } from './site-robots.js';

const MIB = 1024 * 1024;

function robotsOf(line: string, count: number) {
  const body = Buffer.from(`user-agent: *\n${line.repeat(count)}`);
  const response = { url: 'http://a.example/robots.txt', statusCode: 200, statusText: '', headers: {}, body, truncated: false, attempts: 1 }; // prettier-ignore
  return siteRobots(response, 'bot');
}

describe('RobotsCache', () => {
  it('weighs rules, many of which fit into a small file', () => {
    const short = robotsOf('allow:/\n', 50_000);
    const long = robotsOf(`allow:/${'a'.repeat(792)}\n`, 500);
    expect([short.weight > 20 * MIB, long.weight < 4 * MIB]).toEqual([true, true]);
  });

  it('drops the least recently used rules', () => {
    const cache = new RobotsCache(MIB);
    const robots = robotsOf('allow:/a\n', 1_000);
    const count = Math.ceil((2 * MIB) / robots.weight);
    for (let n = 0; n < count; n++) cache.put(`http://${n}.example`, robots);
    const kept = Array.from({ length: count }, (_, n) => cache.get(`http://${n}.example`) !== null);
    expect(kept.filter((isKept) => isKept).length * robots.weight).toBeLessThanOrEqual(MIB);
    expect([kept[0], kept.at(-1)]).toEqual([false, true]);
  });

  it('keeps rules that are larger than the cache alone, until others come', () => {
    const cache = new RobotsCache(MIB);
    const [large, small] = [robotsOf('allow:/\n', 10_000), robotsOf('allow:/\n', 1)];
    cache.put('http://small.example', small);
    cache.put('http://large.example', large);
    expect([cache.get('http://small.example'), cache.get('http://large.example')]).toEqual([null, large]);
    cache.put('http://small.example', small);
    expect([cache.get('http://small.example'), cache.get('http://large.example')]).toEqual([small, null]);
  });
});
