import type { LookupAll } from './guarded-lookup.js';
import { HostLookup } from './host-lookup.js';

const AT_HOME: LookupAll = async () => [{ address: '192.0.2.1', family: 4 }];
const ELSEWHERE: LookupAll = async () => [{ address: '192.0.2.2', family: 4 }];
const NOWHERE: LookupAll = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
const HANGS: LookupAll = () => new Promise(() => {});

const addressOf = async (lookup: HostLookup, name = 'a.example') => (await lookup.all(name))[0]?.address;

describe('HostLookup', () => {
  it('finds names as the machine does', async () => {
    expect(await addressOf(new HostLookup({ machine: AT_HOME, dns: ELSEWHERE }))).toBe('192.0.2.1');
    await expect(new HostLookup({ machine: NOWHERE, dns: ELSEWHERE }).all('a.example')).rejects.toThrow(
      'none',
    );
  });

  it('asks DNS itself when the machine is slow, whose names it may not know', async () => {
    expect(await addressOf(new HostLookup({ machine: HANGS, dns: ELSEWHERE }, 1))).toBe('192.0.2.2');
    let answer!: () => void;
    const slow: LookupAll = () =>
      new Promise((resolve) => (answer = () => resolve([{ address: '192.0.2.3', family: 4 }])));
    let asked!: () => void;
    const wasAsked = new Promise<void>((resolve) => (asked = resolve));
    const unknown: LookupAll = (name) => (asked(), NOWHERE(name));
    const found = addressOf(new HostLookup({ machine: slow, dns: unknown }, 1));
    await wasAsked;
    answer();
    expect(await found).toBe('192.0.2.3');
  });

  it('goes on beside any number of names whose servers do not answer', async () => {
    const machine: LookupAll = (name) => (name.startsWith('slow') ? HANGS(name) : AT_HOME(name));
    const dns: LookupAll = (name) => (name.startsWith('slow') ? HANGS(name) : ELSEWHERE(name));
    const lookup = new HostLookup({ machine, dns });
    for (let at = 0; at < 100; at++) void lookup.all(`slow${at}.example`);
    expect(await addressOf(lookup)).toBe('192.0.2.2');
  });

  it('comes back to the machine when its look-ups have ended', async () => {
    const ends: (() => void)[] = [];
    const machine: LookupAll = () =>
      new Promise((resolve) => ends.push(() => resolve([{ address: '192.0.2.1', family: 4 }])));
    const lookup = new HostLookup({ machine, dns: ELSEWHERE });
    const first = Array.from({ length: 16 }, () => addressOf(lookup));
    expect(await addressOf(lookup)).toBe('192.0.2.2');
    ends.forEach((end) => end());
    expect(new Set(await Promise.all(first))).toEqual(new Set(['192.0.2.1']));
    const next = addressOf(lookup);
    ends.at(-1)!();
    expect(await next).toBe('192.0.2.1');
  });
});
