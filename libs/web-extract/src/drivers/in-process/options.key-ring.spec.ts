import { Logger } from '@nestjs/common';
import { UnauthorizedError, UnavailableError } from '../../model/errors.js';
import { resolveOptions, validateOptions, type AuthOptions } from '../../model/options.js';
import { OptionsKeyRing } from './options.key-ring.js';

const ringOf = (auth?: AuthOptions) => new OptionsKeyRing(resolveOptions(auth === undefined ? {} : { auth }));

describe('a list of keys', () => {
  it('knows its keys, each with an owner of its own that does not give it away', async () => {
    const ring = ringOf({ keys: ['one', 'two'] });
    const [one, two] = [await ring.find('one'), await ring.find('two')];
    expect(one).toEqual({ owner: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(two).not.toEqual(one);
    expect(await ring.find('three')).toBeNull();
    expect(await ring.find('')).toBeNull();
    expect(ring.isOpen).toBe(false);
  });

  it('has keys with a stated owner, such as that of what the application starts', async () => {
    const ring = ringOf({ keys: [{ key: 'one', owner: 'host' }, { key: 'two' }, 'three'] });
    expect(await ring.find('one')).toEqual({ owner: 'host' });
    expect(await ring.find('two')).toEqual(await ringOf({ keys: ['two'] }).find('two'));
    expect(await ring.find('three')).not.toBeNull();
    expect(await ring.find('four')).toBeNull();
  });

  it.each([
    [{ key: 'one', owner: '' }, 'must have a text as keys[0].owner'],
    [{ key: 'one', name: 'first' }, 'has an unknown field keys[0].name'],
    [{ owner: 'host' }, 'has no value at keys[0]'],
    [{ key: 'a b' }, 'holds a key with blanks'],
    [5, 'must be false, { keys: [...] }'],
  ])('refuses %j', (entry, message) => {
    expect(() => validateOptions({ auth: { keys: [entry as never] } })).toThrow(message);
  });

  it('names the same owner after a restart', async () => {
    expect(await ringOf({ keys: ['one'] }).find('one')).toEqual(
      await ringOf({ keys: ['two', 'one'] }).find('one'),
    );
  });
});

describe('a validator', () => {
  it('names the owner, or accepts the key as one', async () => {
    expect(await ringOf({ validate: () => ({ owner: 'team' }) }).find('k')).toEqual({ owner: 'team' });
    expect(await ringOf({ validate: async () => true }).find('k')).toEqual(
      await ringOf({ keys: ['k'] }).find('k'),
    );
  });

  it('that does not answer lets nobody in, after ten seconds', async () => {
    jest.useFakeTimers();
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const asked = ringOf({ validate: () => new Promise<never>(() => undefined) }).find('k');
    const refused = expect(asked).rejects.toBeInstanceOf(UnavailableError);
    await jest.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(error).toHaveBeenCalledWith(expect.stringContaining('no answer within 10000 ms'));
    error.mockRestore();
    jest.useRealTimers();
  });

  it('keeps its own this', async () => {
    class Keys {
      private readonly known = 'k';

      validate(key: string) {
        return key === this.known;
      }
    }
    expect(await ringOf(new Keys()).find('k')).not.toBeNull();
  });

  it.each([false, null, undefined, '', 'yes', 1, {}, { owner: '' }, { owner: 7 }])(
    'refuses with %p',
    async (verdict) => {
      expect(await ringOf({ validate: () => verdict as never }).find('k')).toBeNull();
    },
  );

  it('that breaks is a reason to come back later, and is logged', async () => {
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const ring = ringOf({ validate: () => Promise.reject(new Error('database gone')) });
    await expect(ring.find('k')).rejects.toBeInstanceOf(UnavailableError);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('database gone'));
    log.mockRestore();
  });

  it('may throw what the caller is to see', async () => {
    const error = new UnauthorizedError('Invalid token');
    await expect(ringOf({ validate: () => Promise.reject(error) }).find('k')).rejects.toBe(error);
  });
});

describe('no keys', () => {
  it('are one generated key, logged', async () => {
    const log = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const ring = ringOf();
    expect(log).not.toHaveBeenCalled();
    ring.announce();
    ring.announce();
    expect(log).toHaveBeenCalledTimes(1);
    const [message] = log.mock.calls[0] as [string];
    log.mockRestore();
    expect(message).toMatch(/Generated for this run: we-[A-Za-z0-9_-]{32}$/);
    expect(await ring.find(message.slice(message.lastIndexOf(' ') + 1))).not.toBeNull();
    expect(await ring.find('we-')).toBeNull();
  });
});

describe('auth: false', () => {
  it('opens the API and accepts no key as somebody', async () => {
    expect(ringOf(false).isOpen).toBe(true);
    expect(await ringOf(false).find('k')).toBeNull();
  });
});
