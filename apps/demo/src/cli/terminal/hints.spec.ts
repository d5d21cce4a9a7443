import { browserInstallHint } from 'nestjs-web-extract';
import { describeError, withHint } from './hints';

describe('withHint', () => {
  const { WEB_EXTRACT_BROWSER: before } = process.env;
  afterEach(() => {
    if (before === undefined) delete process.env['WEB_EXTRACT_BROWSER'];
    else process.env['WEB_EXTRACT_BROWSER'] = before;
  });

  const ofScreenshot = 'screenshot needs a browser, and none is installed';

  it('says how a browser is installed', () => {
    delete process.env['WEB_EXTRACT_BROWSER'];
    expect(withHint(ofScreenshot)).toBe(
      `${ofScreenshot}: install Chromium (${browserInstallHint()}), or set WEB_EXTRACT_BROWSER to its path`,
    );
  });

  it.each([ofScreenshot, 'The page was not rendered: no browser is installed'])(
    'says how a browser that is turned off is turned on: %s',
    (message) => {
      process.env['WEB_EXTRACT_BROWSER'] = 'off';
      expect(withHint(message)).toMatch(/the browser is turned off: unset WEB_EXTRACT_BROWSER/);
      expect(withHint(message)).not.toMatch(/install/);
    },
  );

  it('names the code of an error, and leaves other messages as they are', () => {
    expect(describeError(Object.assign(new Error('Broken'), { code: 'SOME_CODE' }))).toBe(
      'Broken (SOME_CODE)',
    );
  });
});
