import { BadRequestException, ConflictException, HttpException, NotFoundException } from '@nestjs/common';
import {
  BlockedAddressError,
  InvalidRequestError,
  NotConfiguredError,
  ConnectionError,
  UnauthorizedError,
  UnavailableError,
} from '../../model/errors.js';
import { toErrorReply } from './error-reply.js';
import { STATUS_OF_CODE } from './status-of-error.js';

const parserError = (status: number, fields: object = {}, error: Error = new Error('from the parser')) =>
  Object.assign(error, { status, ...fields });
const fastifyError = (statusCode: number, code: string) =>
  Object.assign(new Error('from Fastify'), { statusCode, code });

describe('the reply to a failure of ours', () => {
  it('has the status of its code, its message and its code', () => {
    expect(toErrorReply(new BlockedAddressError('http://10.0.0.1/', 'why'))).toEqual({
      status: 403,
      body: {
        success: false,
        error: 'This URL is not allowed: http://10.0.0.1/ (why)',
        code: 'URL_NOT_ALLOWED',
      },
      isUnexpected: false,
    });
    expect(toErrorReply(new NotConfiguredError('Search is not configured')).status).toBe(501);
    expect(toErrorReply(new UnauthorizedError('Invalid token')).status).toBe(401);
  });

  it('lists what is wrong with a request, the first in the message', () => {
    const problems = [
      { path: ['a', 0], message: 'a is wrong' },
      { path: ['b'], message: 'b too' },
    ];
    expect(toErrorReply(new InvalidRequestError(problems))).toMatchObject({
      status: 400,
      body: { success: false, error: 'Bad Request: a is wrong', code: 'BAD_REQUEST', details: problems },
    });
  });

  it('stays short, whatever was sent', () => {
    const name = 'k'.repeat(500_000);
    const problems = Array.from({ length: 5_000 }, () => ({ path: [name, 1], message: `${name} is wrong` }));
    const { body } = toErrorReply(new InvalidRequestError(problems));
    expect(body.details).toHaveLength(100);
    expect(JSON.stringify(body).length).toBeLessThan(150_000);
    expect(toErrorReply(new NotConfiguredError(name)).body.error).toHaveLength(1_000);
  });

  it('says when to try again', () => {
    expect(toErrorReply(new UnavailableError('full', 5))).toMatchObject({
      status: 503,
      retryAfterSeconds: 5,
    });
    expect(toErrorReply(new ConnectionError('http://a.example/', 'why'))).not.toHaveProperty(
      'retryAfterSeconds',
    );
  });

  it('is a client error, or a server error that names what failed', () => {
    for (const [code, status] of Object.entries(STATUS_OF_CODE)) {
      expect([code, status >= 400 && status < 600]).toEqual([code, true]);
      if (status === 500) expect(code).toMatch(/^(SCRAPE|LLM|HOOK)_/);
    }
  });
});

describe('the reply to a failure of others', () => {
  it.each([
    [
      "Express' parser, malformed",
      parserError(400, {}, new SyntaxError('Unexpected token')),
      400,
      'BAD_REQUEST_INVALID_JSON',
    ],
    ["Express' parser, too large", parserError(413, { type: 'entity.too.large' }), 413, 'PAYLOAD_TOO_LARGE'],
    ["Express' parser, encoding", parserError(415), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'Fastify, malformed',
      fastifyError(400, 'FST_ERR_CTP_INVALID_JSON_BODY'),
      400,
      'BAD_REQUEST_INVALID_JSON',
    ],
    ['Fastify, empty', fastifyError(400, 'FST_ERR_CTP_EMPTY_JSON_BODY'), 400, 'BAD_REQUEST_INVALID_JSON'],
    ['Fastify, too large', fastifyError(413, 'FST_ERR_CTP_BODY_TOO_LARGE'), 413, 'PAYLOAD_TOO_LARGE'],
    ['Fastify, no JSON', fastifyError(415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE'), 400, 'BAD_REQUEST'],
    ['Nest, not found', new NotFoundException('Cannot GET /x'), 404, 'NOT_FOUND'],
    ['a throttler', new HttpException('ThrottlerException: Too Many Requests', 429), 429, 'RATE_LIMITED'],
    ['a guard, conflict', new ConflictException('taken'), 409, 'CONFLICT'],
    ['a guard, bad request', new BadRequestException('no'), 400, 'BAD_REQUEST'],
    ['a guard, unavailable', new HttpException('later', 503), 503, 'SERVICE_UNAVAILABLE'],
    ['a path that cannot be decoded', new URIError('URI malformed'), 404, 'NOT_FOUND'],
  ])('%s', (_, error, status, code) => {
    const reply = toErrorReply(error);
    expect([reply.status, reply.body.code, reply.isUnexpected]).toEqual([status, code, false]);
    expect(reply.body.error).toMatch(/./);
    expect(reply.retryAfterSeconds).toBe([429, 503].includes(status) ? 1 : undefined);
  });

  it.each([
    new Error('secret at /etc/passwd'),
    new TypeError('x is not a function'),
    new HttpException('internal detail', 500),
    parserError(302),
    { status: 'odd' },
    'a string',
    null,
    undefined,
  ])('tells nothing of what nobody expected, and marks it for the log: %p', (error) => {
    expect(toErrorReply(error)).toEqual({
      status: 500,
      body: { success: false, error: 'An unexpected error occurred', code: 'UNKNOWN_ERROR' },
      isUnexpected: true,
    });
  });
});
