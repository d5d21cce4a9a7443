import { UnavailableError } from '../../../model/errors.js';
import { isBroken, postgresError } from './postgres-error.js';

const withCode = (code: string, message = 'no') => Object.assign(new Error(message), { code });

describe('postgresError', () => {
  it.each([
    [
      withCode('EPIPE', 'This socket has been ended by the other party'),
      'a write after the end of the server',
    ],
    [withCode('ECONNRESET', 'aborted'), 'a reset connection'],
    [
      withCode('ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed'),
      'a destroyed socket',
    ],
    [new Error('Connection terminated unexpectedly'), 'a lost connection'],
    [new Error('Query read timeout'), 'no response'],
    [withCode('57P01', 'terminating connection due to administrator command'), 'a terminated connection'],
    [withCode('25P03', 'terminating connection due to idle-in-transaction timeout'), 'a frozen process'],
    [withCode('25006', 'cannot execute INSERT in a read-only transaction'), 'a standby'],
  ])('%s: unavailable, and the connection is given up (%s)', (error) => {
    expect(postgresError(error)).toBeInstanceOf(UnavailableError);
    expect(isBroken(error)).toBe(true);
  });

  it.each([
    [withCode('57014', 'canceling statement due to statement timeout')],
    [withCode('53100', 'could not extend file: No space left on device')],
    [withCode('55P03', 'canceling statement due to lock timeout')],
  ])('%s: unavailable, and the connection is used again', (error) => {
    expect(postgresError(error)).toBeInstanceOf(UnavailableError);
    expect(isBroken(error)).toBe(false);
  });

  it.each([[withCode('42P01', 'relation "x" does not exist')], [new TypeError('x is not a function')]])(
    '%s: unchanged',
    (error) => {
      expect(postgresError(error)).toBe(error);
    },
  );
});
