import { ArchiveUnavailableError, UnavailableError } from '../../../model/errors.js';
import { beginInTime } from './begin-in-time.js';

describe('beginInTime', () => {
  it('waits until the archive is available again', async () => {
    let tries = 0;
    const begin = async () => {
      if (++tries < 2) throw new ArchiveUnavailableError('test');
    };
    expect(await beginInTime({ begin })).toBe(true);
    expect(tries).toBe(2);
  });

  it('throws other errors', async () => {
    const begin = () => Promise.reject(new UnavailableError('store'));
    await expect(beginInTime({ begin })).rejects.toThrow('store');
  });
});
