import { withoutCredentials } from './without-credentials.js';

describe('withoutCredentials', () => {
  it.each([
    ['http://a.example', 'http://a.example', 'as it was asked for, not normalised'],
    [' HTTP://A.example/x#y ', 'HTTP://A.example/x#y', 'blanks around it do not count'],
    ['a.example/x', 'http://a.example/x', 'a scheme is put before'],
    ['localhost:8080', 'http://localhost:8080', 'a port is no scheme'],
    ['http://me:secret@a.example/x#y', 'http://a.example/x#y', 'user and password'],
    ['http://me@a.example', 'http://a.example/', 'user alone'],
    ['http://:secret@a.example/', 'http://a.example/', 'password alone'],
    ['me:secret@a.example', 'me:secret@a.example', 'no http address at all: refused before it gets here'],
  ])('%j → %j (%s)', (input, expected) => {
    expect(withoutCredentials(input)).toBe(expected);
  });
});
