import { isLocal } from './local-requests';
import { isLoopback, networkNames } from './loopback';

const request = (headers: Record<string, string>, method = 'POST') => ({
  method,
  headers: { host: 'localhost:3002', ...headers },
});

describe('isLocal', () => {
  it.each([
    [{}],
    [{ host: '127.0.0.1:3002' }],
    [{ host: '127.8.0.1' }],
    [{ host: '[::1]:3002' }],
    [{ host: 'LOCALHOST.:3002' }],
    [{ origin: 'http://localhost:3002', 'sec-fetch-site': 'same-origin' }],
  ])('admits programs of this machine and pages of this server: %j', (headers) => {
    expect(isLocal(request(headers), () => false)).toBe(true);
  });

  it.each([
    [{ host: '' }],
    [{ host: 'rebound.example:3002' }],
    [{ host: '127.0.0.1.rebound.example' }],
    [{ host: 'localhost@rebound.example' }],
    [{ host: '192.168.0.7:3002' }],
    [{ host: '127.0.0.300' }],
    [{ host: '0.0.0.0:3002' }],
    [{ origin: 'https://page.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:5173' }],
    [{ origin: 'http://127.0.0.1:3002' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('refuses what pages of other sites send: %j', (headers) => {
    expect(isLocal(request(headers), () => false)).toBe(false);
  });

  it('admits what a user types into a browser', () => {
    expect(isLocal(request({ 'sec-fetch-site': 'none' }, 'GET'), () => false)).toBe(true);
  });

  it('admits the names of a server that is open to its network, and no other origin', () => {
    const isOwn = networkNames('https://extract.example/api');
    const isAdmitted = (headers: Record<string, string>) => isLocal(request(headers), isOwn);
    for (const host of ['extract.example', 'extract:3002', '192.168.0.7:3002', '[fd00::7]:3002'])
      expect(isAdmitted({ host })).toBe(true);
    for (const host of ['rebound.example:3002', '192.168.0.7.rebound.example', 'x.extract.example'])
      expect(isAdmitted({ host, origin: `http://${host}` })).toBe(false);
    expect(isAdmitted({ host: 'extract.example', origin: 'https://page.example' })).toBe(false);
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '[::1]', 'localhost'])('knows %s', (host) =>
    expect(isLoopback(host)).toBe(true),
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', '127.evil.example', 'localhost.example'])(
    'does not take %s for one',
    (host) => expect(isLoopback(host)).toBe(false),
  );
});
