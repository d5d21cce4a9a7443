import { InvalidRequestError } from '../../../model/errors.js';
import { BEGINNING, readPlace, writePlace } from './watch-place.js';

describe('the place of a watch', () => {
  it.each(['0.0.0', '12.3.1', '12.3.1.end'])('is read as it was written: %s', (place) => {
    expect(writePlace(readPlace(place))).toBe(place);
  });

  it('may be a number of pages', () => {
    expect(readPlace(7)).toEqual({ ...BEGINNING, pages: 7 });
  });

  it.each(['', '1', '1.2', '1.2.3.4', '-1.0.0', '1.2.3.end ', '1e3.0.0', '99999999999.0.0'])(
    'is not %j',
    (cursor) => {
      expect(() => readPlace(cursor)).toThrow(InvalidRequestError);
    },
  );
});
