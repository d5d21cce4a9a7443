import { isAllowedAddress, listsName, NOTHING_ALLOWED, parseAllowList } from './allow-list.js';

describe('parseAllowList', () => {
  it.each([
    ['10.0.0.0/33', 'network'],
    ['10.0.0/8', 'network'],
    ['10.0.0.0/8/8', 'network'],
    ['10.0.0.0/', 'network'],
    ['http://intranet', 'scheme'],
    ['intranet/path', 'network'],
    ['intranet:0', 'port'],
    ['intranet:70000', 'port'],
    ['', 'neither'],
    ['*', 'neither'],
    ['*.*.corp', 'neither'],
    ['a b', 'neither'],
    ['[::1', 'neither'],
    ['0x7f.1', 'neither'],
    ['fe80::1%eth0', 'neither'],
    ['localhost;intranet', 'neither'],
    ["'intranet'", 'neither'],
    ['a..b', 'neither'],
    ['a..', 'neither'],
    ['-intranet', 'neither'],
    [`${'a'.repeat(64)}.example`, 'neither'],
    ['true', 'not a switch'],
    ['TRUE', 'not a switch'],
    ['yes:8080', 'not a switch'],
    ['off', 'not a switch'],
  ])("says what is wrong with '%s'", (entry, hint) => {
    expect(() => parseAllowList(['10.0.0.0/8', entry])).toThrow(
      new RegExp(`allowPrivate: cannot read '${entry.replace(/[[*.]/g, '\\$&')}'.*${hint}`),
    );
  });
});

describe('isAllowedAddress', () => {
  const allows = (entry: string, hostname: string, address: string, port = 80) =>
    isAllowedAddress(parseAllowList([entry]), hostname, address, port);

  it.each([
    ['10.0.0.0/8', 'app.example.com', '10.200.3.4'],
    ['10.0.0.5', 'app.example.com', '10.0.0.5'],
    ['172.16.0.0/12', 'x.example', '172.31.255.255'],
    ['0.0.0.0/0', 'x.example', '192.168.0.1'],
    ['fd00::/8', 'x.example', 'fd12::1'],
    ['::1', '::1', '::1'],
    ['[::1]', '::1', '::1'],
    ['intranet', 'intranet', '192.168.7.7'],
    ['Intranet.', 'intranet', '192.168.7.7'],
    ['my_service-1', 'my_service-1', '192.168.7.7'],
    ['true.example', 'true.example', '192.168.7.7'],
    ['*.no', 'intra.no', '192.168.7.7'],
    ['BÜCHER.example', 'xn--bcher-kva.example', '192.168.7.7'],
    ['*.corp.example', 'a.b.corp.example', '10.0.0.1'],
    [' 10.0.0.0/8 ', 'x.example', '10.0.0.1'],
  ])('%s covers %s at %s', (entry, hostname, address) => {
    expect(allows(entry, hostname, address)).toBe(true);
  });

  it.each([
    ['10.0.0.0/8', 'x.example', '11.0.0.1', false], // public: allowed with any list
    ['10.0.0.0/9', 'x.example', '10.128.0.0', true],
    ['10.0.0.5', 'x.example', '10.0.0.6', true],
    ['fd00::/8', 'x.example', 'fc00::1', true],
    ['0.0.0.0/0', 'x.example', '::1', true],
    ['intranet', 'x.intranet', '192.168.7.7', true],
    ['*.corp.example', 'corp.example', '10.0.0.1', true],
    ['*.corp.example', 'evilcorp.example', '10.0.0.1', true],
    ['intranet', 'intranet', 'fe80::1%eth0', true],
  ])('%s and %s at %s: refused is %s', (entry, hostname, address, refused) => {
    expect(allows(entry, hostname, address)).toBe(!refused);
  });

  it('holds an entry to its port', () => {
    expect(allows('127.0.0.1:8080', 'x.example', '127.0.0.1', 8080)).toBe(true);
    expect(allows('127.0.0.1:8080', 'x.example', '127.0.0.1', 8081)).toBe(false);
    expect(allows('[::1]:8080', 'x.example', '::1', 8080)).toBe(true);
    expect(allows('[::1]:8080', 'x.example', '::1', 8081)).toBe(false);
    expect(allows('*.corp.example:8080', 'a.corp.example', '10.0.0.1', 8080)).toBe(true);
    expect(allows('*.corp.example:8080', 'a.corp.example', '10.0.0.1', 80)).toBe(false);
  });

  it('allows nothing private without entries', () => {
    expect(isAllowedAddress(NOTHING_ALLOWED, 'example.com', '127.0.0.1', 80)).toBe(false);
    expect(isAllowedAddress(NOTHING_ALLOWED, 'example.com', '8.8.8.8', 80)).toBe(true);
  });
});

describe('listsName', () => {
  it('does not take an address of a listed network for a listed name', () => {
    expect(listsName(parseAllowList(['127.0.0.0/8']), 'localhost', 80)).toBe(false);
    expect(listsName(parseAllowList(['localhost:3000']), 'localhost', 3000)).toBe(true);
  });
});
