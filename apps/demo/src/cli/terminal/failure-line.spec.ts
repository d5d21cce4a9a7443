import { failureLine } from './failure-line';

describe('failureLine', () => {
  it.each([
    [
      'http://a.example/x',
      'http://a.example/x could not be fetched: connection refused',
      'http://a.example/x could not be fetched: connection refused',
    ],
    [
      'http://a.example/x?page=$&',
      'Request timed out: no response from http://a.example/x?… within 30 ms',
      'Request timed out: no response from http://a.example/x?page=$& within 30 ms',
    ],
    [
      'http://a.example',
      'http://a.example/ could not be fetched: closed',
      'http://a.example could not be fetched: closed',
    ],
    [
      'http://a.example/x',
      'The host name a.example could not be resolved',
      'http://a.example/x: The host name a.example could not be resolved',
    ],
    ['no url', 'It is no URL', 'no url: It is no URL'],
  ])('names %s once', (url, message, line) => {
    expect(failureLine(url, message)).toBe(line);
  });

  it('adds the remedy of the command line', () => {
    const message = 'This URL is not allowed: http://10.0.0.1/ (not of the open Internet)';
    expect(failureLine('http://10.0.0.1/', message)).toBe(`${message}: add --allow-private`);
  });
});
