import { banner } from './banner';
import { Settings } from './settings';

const running = { url: 'http://127.0.0.1:3002', browser: '/usr/bin/chromium', sampleUrl: null };
const lines = (env: Record<string, string>, facts = {}) =>
  banner(new Settings(env), { ...running, ...facts }, false)
    .trimEnd()
    .split('\n');

describe('the banner', () => {
  it('has six lines: URL, key, data directory, browser, model, search', () => {
    expect(lines({ WEB_EXTRACT_API_KEYS: 'secret-key', WEB_EXTRACT_DATA_DIR: '/data' })).toEqual([
      'Listening on http://localhost:3002 (this machine only; HOST=0.0.0.0 opens it to the network)',
      'API key: one of WEB_EXTRACT_API_KEYS (playground: http://localhost:3002/)',
      'Data directory: /data',
      'Browser: /usr/bin/chromium',
      'Model: none: set OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL',
      'Search: crawled pages only: set SEARXNG_URL to search the web',
    ]);
  });

  it('says how a missing browser is installed', () => {
    expect(lines({}, { browser: null })[3]).toMatch(
      /^Browser: none found: install Chromium \(.+\), or set WEB_EXTRACT_BROWSER/,
    );
  });

  it('has neither URL nor key for a worker', () => {
    const worker = lines(
      { REDIS_URL: 'redis://:secret@redis.example:6379', WEB_EXTRACT_ROLE: 'worker' },
      { url: null },
    );
    expect(worker[0]).toBe('Data directory: none, jobs are stored in Redis at redis.example:6379');
    expect(worker).toHaveLength(4);
  });

  it('ends with a command that scrapes the sample page, if there is one', () => {
    const sample = { sampleUrl: 'http://127.0.0.1:3003/' };
    const printed = lines({}, sample);
    const [key] = printed[1]!.match(/demo-\S+/)!;
    expect(printed).toContain(
      `Try it: curl -s http://localhost:3002/v1/scrape -H 'Authorization: Bearer ${key}' ` +
        `-H 'Content-Type: application/json' -d '{"url": "http://127.0.0.1:3003/"}'`,
    );
    expect(lines({ WEB_EXTRACT_API_KEYS: 'secret' }, sample).join()).not.toContain('secret');
    expect(lines({ WEB_EXTRACT_AUTH: 'off' }, sample).at(-1)).not.toContain('Authorization');
  });

  it('has bold labels where colors are shown', () => {
    const text = banner(new Settings({}), running, true);
    expect(text.startsWith('\u001b[1mListening on\u001b[22m http')).toBe(true);
  });
});
