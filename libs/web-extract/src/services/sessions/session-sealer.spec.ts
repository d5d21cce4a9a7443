import { randomBytes } from 'node:crypto';
import { SessionSealer } from './session-sealer.js';

describe('SessionSealer', () => {
  const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];
  const value = { cookies: ['secret-value'] };

  it('encrypts, and decrypts with any of its keys', () => {
    const sealed = new SessionSealer([first]).seal('anna', 'wiki', value);
    expect(sealed).not.toContain('secret');
    expect(new SessionSealer([second, first]).open('anna', 'wiki', sealed)).toEqual(value);
  });

  it('does not decrypt with another key, for another owner or name, or what was changed', () => {
    const sealer = new SessionSealer([first]);
    const sealed = sealer.seal('anna', 'wiki', value);
    const changed = sealed.slice(0, -6) + (sealed.endsWith('AAAA==') ? 'BBBB==' : 'AAAA==');
    expect(new SessionSealer([second]).open('anna', 'wiki', sealed)).toBeNull();
    expect(sealer.open('boris', 'wiki', sealed)).toBeNull();
    expect(sealer.open('anna', 'other', sealed)).toBeNull();
    expect(sealer.open('anna', 'wiki', changed)).toBeNull();
  });

  it('never encrypts twice the same way', () => {
    const sealer = new SessionSealer([first]);
    expect(sealer.seal('anna', 'wiki', value)).not.toBe(sealer.seal('anna', 'wiki', value));
  });
});
