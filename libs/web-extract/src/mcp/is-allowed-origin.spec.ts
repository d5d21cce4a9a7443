import { isAllowedOrigin } from './is-allowed-origin.js';

describe('isAllowedOrigin', () => {
  const own = { host: '127.0.0.1:3002', publicUrl: undefined };

  it.each([
    ['http://127.0.0.1:3002', own, 'its own address'],
    ['http://localhost:3002', { ...own, host: 'localhost:3002' }, 'this machine by its name'],
    ['http://[::1]:3002', { ...own, host: '[::1]:3002' }, 'an address of version 6'],
    ['https://10.0.0.7', { ...own, host: '10.0.0.7:443' }, 'a port that goes without saying'],
    ['https://extract.example', { host: 'inner', publicUrl: 'https://extract.example/api' }, 'publicUrl'],
    ['https://app.example', own, 'one of the list'],
  ])('%s may ask (%j: %s)', (origin, place, _) => {
    expect(isAllowedOrigin(origin, place, ['https://app.example'])).toBe(true);
  });

  it.each([
    ['http://evil.example', own, 'a stranger'],
    ['http://evil.example:3002', { ...own, host: 'evil.example:3002' }, 'a stranger whose name leads here'],
    ['http://127.0.0.1:3003', own, 'another port'],
    [
      'http://localhost.evil.example:3002',
      { ...own, host: 'localhost.evil.example:3002' },
      'a name that looks like it',
    ],
    ['https://app.example.evil.example', own, 'a name that begins like one of the list'],
    ['null', own, 'a page without an origin'],
    ['', own, 'nothing'],
  ])('%s may not ask (%j: %s)', (origin, place, _) => {
    expect(isAllowedOrigin(origin, place, ['https://app.example'])).toBe(false);
  });
});
