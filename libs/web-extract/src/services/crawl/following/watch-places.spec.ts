import { RateLimitedError } from '../../../model/errors.js';
import { resolveOptions } from '../../../model/options.js';
import { WatchPlaces } from './watch-places.js';

describe('WatchPlaces', () => {
  it('has a place for another owner while one holds all of its own', () => {
    const places = new WatchPlaces(resolveOptions({ limits: { maxWatchers: 2 } }));
    places.take('anna');
    places.take('anna');
    expect(() => places.take('anna')).toThrow(RateLimitedError);
    expect(() => places.take('bert')).not.toThrow();
  });
});
