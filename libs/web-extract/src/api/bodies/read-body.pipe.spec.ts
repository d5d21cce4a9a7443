import { IsBoolean, IsInt, IsString, Max, Min } from 'class-validator';
import { InvalidRequestError } from '../../model/errors.js';
import { ReadBodyPipe, type UnknownKeys } from './read-body.pipe.js';
import { IfPresent, IsJsonObject, IsNested, IsStringList } from './validators.js';

class Place {
  @IfPresent()
  @IsString()
  city?: string;
}

class Body {
  @IsString()
  name!: string;

  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(9)
  size?: number;

  @IfPresent()
  @IsBoolean()
  isBig?: boolean;

  @IfPresent()
  @IsStringList(3)
  tags?: string[];

  @IfPresent()
  @IsNested(() => Place)
  place?: Place;

  @IfPresent()
  @IsJsonObject()
  data?: Record<string, unknown>;
}

const read = (body: unknown, unknownKeys: UnknownKeys = 'refuse') =>
  new ReadBodyPipe(Body, unknownKeys).transform(body);

function problemsOf(body: unknown, unknownKeys?: UnknownKeys): string[] {
  try {
    read(body, unknownKeys);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError);
    return (error as InvalidRequestError).problems.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
  }
}

describe('ReadBodyPipe', () => {
  it('hands on an instance of the class, and of the classes inside', () => {
    const body = read({ name: 'a', place: { city: 'b' } });
    expect(body).toBeInstanceOf(Body);
    expect(body.place).toBeInstanceOf(Place);
    expect(body).toEqual({ name: 'a', place: { city: 'b' } });
  });

  it('leaves what it does not know inside as it came', () => {
    const data = { list: [{ deep: { toString: 1, hasOwnProperty: 'x' } }] };
    expect(read({ name: 'a', data }).data).toBe(data);
  });

  it.each([
    [{ name: 7 }, 'name: name must be a string'],
    [{ name: null }, 'name: name must be a string'],
    [{}, 'name: name must be a string'],
    [{ name: 'a', size: '5' }, 'size: size must be an integer number'],
    [{ name: 'a', size: 0 }, 'size: size must not be less than 1'],
    [{ name: 'a', size: 10 }, 'size: size must not be greater than 9'],
    [{ name: 'a', size: null }, 'size: size must be an integer number'],
    [{ name: 'a', isBig: 'true' }, 'isBig: isBig must be a boolean value'],
    [{ name: 'a', tags: 'b' }, 'tags: tags must be a list of at most 3 strings'],
    [{ name: 'a', tags: ['b', 1] }, 'tags: tags must be a list of at most 3 strings'],
    [{ name: 'a', place: [] }, 'place: place must be an object'],
    [{ name: 'a', place: null }, 'place: place must be an object'],
    [{ name: 'a', place: { city: 1 } }, 'place.city: place.city must be a string'],
  ])('refuses %j, the type first', (body, problem) => {
    expect(problemsOf(body)).toEqual([problem]);
  });

  it('names every problem, the first in its message', () => {
    const body = { name: 1, size: 'x', place: { city: 2 } };
    expect(problemsOf(body)).toHaveLength(3);
    expect(() => read(body)).toThrow('name must be a string');
  });

  it.each([['a'], [7], [null], [undefined], [[{ name: 'a' }]], [true]])(
    'refuses %p, which is no object',
    (body) => {
      expect(problemsOf(body)).toEqual([
        ': body must be a JSON object, sent with Content-Type: application/json',
      ]);
    },
  );

  it('refuses unknown keys where they are to be refused, at any level', () => {
    expect(problemsOf({ name: 'a', other: 1 })).toEqual(['other: Unrecognized key: other']);
    expect(problemsOf({ name: 'a', place: { zip: 1 } })).toEqual(['place.zip: Unrecognized key: place.zip']);
  });

  it.each(['toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'])(
    'takes %s for the unknown key that it is',
    (key) => {
      expect(problemsOf({ name: 'a', [key]: 1 })).toEqual([`${key}: Unrecognized key: ${key}`]);
      expect(problemsOf({ name: 'a', place: { [key]: 1 } })).toEqual([
        `place.${key}: Unrecognized key: place.${key}`,
      ]);
      expect(read({ name: 'a', [key]: 1, place: { [key]: 1 } }, 'ignore')).toEqual({ name: 'a', place: {} });
    },
  );

  it('drops unknown keys where they are to be ignored', () => {
    expect(read({ name: 'a', other: 1, place: { zip: 1 } }, 'ignore')).toEqual({ name: 'a', place: {} });
  });

  it('drops the private keys of clients', () => {
    expect(read({ name: 'a', __sdk: { version: 1 } })).toEqual({ name: 'a' });
  });

  it('refuses keys that could reach a prototype in either mode', () => {
    const body = JSON.parse('{"name":"a","data":{"list":[{"__proto__":{"isAdmin":true}}]}}');
    expect(problemsOf(body)).toEqual(['__proto__: key __proto__ is not allowed']);
    expect(problemsOf(body, 'ignore')).toHaveLength(1);
  });

  it.each(['refuse', 'ignore'] as const)(
    'looks at a thousand keys of an object, when others are to %s',
    (unknownKeys) => {
      const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`k${at}`, 1]));
      expect(problemsOf({ name: 'a', ...many }, unknownKeys)).toEqual([': body has more than 1000 keys']);
      expect(problemsOf({ name: 'a', place: many }, unknownKeys)).toEqual([
        'place: place has more than 1000 keys',
      ]);
      expect(problemsOf({ name: 'a', data: many }, unknownKeys)).toEqual([]);
    },
  );
});
