import { IsInt, IsString, Min } from 'class-validator';
import { InvalidRequestError } from '../../model/errors.js';
import { composed, originOf, renamed } from './composed.js';
import { readBody } from './read-body.pipe.js';
import { IfPresent, IsNested, nestedClass } from './validators.js';

class Place {
  @IsString()
  country!: string;
}

class Size {
  @IfPresent()
  @IsInt()
  @Min(1)
  limit?: number;

  @IfPresent()
  @IsInt()
  depth?: number;
}

class Wide extends Size {
  @IfPresent()
  @IsNested(() => Place)
  location?: Place;
}

const OLD_NAMES = { limit: 'max', location: 'geo' } as const;

class Body extends composed(renamed(Wide, OLD_NAMES), renamed(Size, { depth: 'depth' })) {
  @IsString()
  url!: string;
}

const problemsOf = (body: object): string[] => {
  try {
    readBody(Body, { ...body }, 'refuse');
    return [];
  } catch (error) {
    return (error as InvalidRequestError).problems.map(({ message }) => message);
  }
};

describe('a body that is composed of groups', () => {
  it('has their fields by its own names, with their checks', () => {
    expect(readBody(Body, { url: 'a', max: 3, depth: 0, geo: { country: 'de' } }, 'refuse')).toEqual({
      url: 'a',
      max: 3,
      depth: 0,
      geo: { country: 'de' },
    });
    expect(problemsOf({ url: 'a', max: 0 })).toEqual(['max must not be less than 1']);
    expect(problemsOf({ url: 'a', geo: { country: 1 } })).toEqual(['geo.country must be a string']);
  });

  it('tells of its own fields first, then of those of the groups in their order', () => {
    expect(problemsOf({ depth: 'deep', max: 'most', url: 1 })).toEqual([
      'url must be a string',
      'max must be an integer number',
      'depth must be an integer number',
    ]);
  });

  it('does not know the names that the groups have for them', () => {
    expect(problemsOf({ url: 'a', limit: 3 })).toEqual(['Unrecognized key: limit']);
    expect(nestedClass(Body, 'location')).toBeUndefined();
  });

  it('knows where a field is explained', () => {
    expect(originOf(Body, 'geo')).toEqual({ group: Wide, field: 'location' });
    expect(originOf(composed(Body, Place), 'max')).toEqual({ group: Wide, field: 'limit' });
    expect(originOf(Body, 'url')).toBeUndefined();
  });
});
