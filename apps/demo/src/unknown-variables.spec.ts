import { unknownVariableWarnings } from './unknown-variables';

describe('unknownVariableWarnings', () => {
  it('names the known variable that is most similar', () => {
    const warnings = unknownVariableWarnings({ WEB_EXTRACT_API_KEY: 'k', WEB_EXTRACT_BROWSERS: 'off' });
    expect(warnings).toEqual([
      expect.stringMatching(/^WEB_EXTRACT_API_KEY .*did you mean WEB_EXTRACT_API_KEYS\?$/),
      expect.stringMatching(/^WEB_EXTRACT_BROWSERS .*did you mean WEB_EXTRACT_BROWSER\?$/),
    ]);
  });

  it('accepts variables of the server, of other programs, and those of commands beside them', () => {
    expect(
      unknownVariableWarnings({
        PORT: '1',
        PATH: '/bin',
        WEB_EXTRACT_MCP: 'true',
        WEB_EXTRACT_SERVER: 'http://localhost:3002',
        WEB_EXTRACT_API_KEYS: 'k',
        WEB_EXTRACT_API_KEY: 'k',
      }),
    ).toEqual([]);
  });
});
