import { browserInstallHint, type Page } from 'nestjs-web-extract';
import { missingResults, withoutRequired } from './missing-results';

const page = (parts: object) =>
  ({
    markdown: 'text',
    extraction: null,
    fetchedBy: 'http',
    quality: { flags: [] },
    ...parts,
  }) as unknown as Page;
const shell = page({ markdown: '', quality: { flags: ['script-shell', 'empty'] } });
const complete = { hasModel: true, browser: '/usr/bin/chromium' };
const schema = { type: 'object', required: ['price'] };
const asked = { formats: ['extraction'], extraction: { schema } } as const;

describe('missingResults', () => {
  it('names the variables and options of the model if required values are missing', () => {
    const installation = { ...complete, hasModel: false };
    const stated = page({ extraction: { data: { name: 'Lamp' } } });
    expect(missingResults(stated, asked, installation).join()).toMatch(
      /OPENAI_MODEL.*OPENAI_API_KEY.*llm\.model.*does not state price$/,
    );
    expect(missingResults(page({ extraction: { data: { price: 1 } } }), asked, installation)).toEqual([]);
    expect(missingResults(page({}), { formats: ['summary'] }, installation)).toHaveLength(1);
    expect(missingResults(stated, asked, complete)).toEqual([]);
  });

  it('says how a browser is installed if the text is loaded by scripts', () => {
    const [message] = missingResults(shell, {}, { ...complete, browser: null });
    expect(message).toContain(browserInstallHint());
    expect(missingResults(shell, {}, { ...complete, browser: 'off' })[0]).toContain(
      'unset WEB_EXTRACT_BROWSER',
    );
  });
});

describe('browserInstallHint', () => {
  it.each(['linux', 'darwin', 'win32'] as const)('names a command for %s', (platform) => {
    expect(browserInstallHint(platform)).toMatch(/(?:apt|brew|winget) install/);
  });

  it('names the programs on other platforms', () => {
    expect(browserInstallHint('aix')).toContain('Chromium');
  });
});

describe('withoutRequired', () => {
  it('drops lists of required properties, and keeps a property of that name', () => {
    const properties = { required: { type: 'boolean' }, item: { required: ['a'] } };
    expect(withoutRequired({ ...schema, properties })).toEqual({
      type: 'object',
      properties: { required: { type: 'boolean' }, item: {} },
    });
  });
});
