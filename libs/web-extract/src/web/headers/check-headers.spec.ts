import { InvalidRequestError } from '../../model/errors.js';
import { checkHeaders } from './check-headers.js';

describe('checkHeaders', () => {
  it.each([{}, { Cookie: 'a=b; c="d"', 'X-Empty': '' }, { 'x-latin': 'caf\u00e9\t' }])(
    'takes %j',
    (headers) => expect(() => checkHeaders(headers)).not.toThrow(),
  );

  it.each([
    [{ 'a b': 'c' }, 'a b', 'header name "a b" is not valid'],
    [{ '': 'c' }, '', 'header name "" is not valid'],
    [{ Fine: 'x', HOST: 'c' }, 'HOST', 'header HOST cannot be set'],
    [{ X: 'a\r\nY: b' }, 'X', 'the value of header X has characters that a header cannot carry'],
    [{ X: '名' }, 'X', 'the value of header X has characters that a header cannot carry'],
    [{ X: 7 }, 'X', 'the value of header X has characters that a header cannot carry'],
  ])('refuses %j and says where', (headers, name, message) => {
    const check = () => checkHeaders(headers, ['webhook', 'headers']);
    expect(check).toThrow(InvalidRequestError);
    expect(check).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ path: ['webhook', 'headers', name], message })],
      }),
    );
  });
});
