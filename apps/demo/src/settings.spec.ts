import { Settings } from './settings';

describe('Settings', () => {
  it.each([
    [{ WEB_EXTRACT_WEBHOOK_SECRET: 'secret' }, { webhookSecret: 'secret' }],
    [{ WEB_EXTRACT_BROWSER: 'off' }, { browser: false }],
    [{ WEB_EXTRACT_ALLOW_PRIVATE: '127.0.0.1:8000' }, { allowPrivate: ['127.0.0.1:8000'] }],
  ])('passes %j on to the library', (environment, options) => {
    expect(new Settings(environment).createWebExtractOptions()).toMatchObject(options);
  });

  it('refuses an unknown log level with the list of levels', () => {
    const levels = 'fatal, error, warn, log, debug, verbose';
    expect(() => new Settings({ LOG_LEVEL: 'loud' })).toThrow(`LOG_LEVEL must be one of ${levels}, not loud`);
    expect(new Settings({ LOG_LEVEL: 'warn' }).logLevels).toEqual(['fatal', 'error', 'warn']);
  });

  it('signs no webhook messages without a secret', () => {
    expect(new Settings({}).createWebExtractOptions()).not.toHaveProperty('webhookSecret');
  });
});
