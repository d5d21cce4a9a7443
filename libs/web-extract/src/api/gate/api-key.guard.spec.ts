import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { UnauthorizedError } from '../../model/errors.js';
import { KeyRing } from '../../ports/key-ring.port.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from './api-key.guard.js';

class OneKey extends KeyRing {
  readonly asked: string[] = [];

  constructor(readonly isOpen = false) {
    super();
  }

  announce() {}

  async find(key: string) {
    this.asked.push(key);
    return key === 'right' ? { owner: 'team' } : null;
  }
}

const requestWith = (authorization?: string | string[]): IncomingRequest => ({ headers: { authorization } });
const admit = (request: IncomingRequest, keys: KeyRing = new OneKey()) =>
  new ApiKeyGuard(keys).canActivate(new ExecutionContextHost([request]));

describe('ApiKeyGuard', () => {
  it.each(['Bearer right', 'bearer right', 'BEARER   right', 'Bearer right  '])(
    'admits %j',
    async (header) => {
      const request = requestWith(header);
      await expect(admit(request)).resolves.toBe(true);
      expect(ownerOf(request)).toBe('team');
    },
  );

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'right',
    'Basic right',
    'Bearer right,left',
    'Bearer a b',
    ['Bearer right'],
  ])('finds no token in %j, and asks nobody', async (header) => {
    const keys = new OneKey();
    await expect(admit(requestWith(header), keys)).rejects.toEqual(new UnauthorizedError('Token missing'));
    expect(keys.asked).toEqual([]);
  });

  it('refuses another key', async () => {
    await expect(admit(requestWith('Bearer wrong'))).rejects.toEqual(new UnauthorizedError('Invalid token'));
  });

  it('admits everyone to an open API, as one and the same', async () => {
    const [first, second] = [requestWith(), requestWith('Bearer wrong')];
    await admit(first, new OneKey(true));
    await admit(second, new OneKey(true));
    expect(ownerOf(first)).toBe(ownerOf(second));
  });
});
