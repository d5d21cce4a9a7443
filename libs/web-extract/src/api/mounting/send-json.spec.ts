import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { sendPostJson } from './send-json.js';

interface Sent {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

function responseOf({ method = 'POST', settings = {} as Record<string, unknown>, headers = {} } = {}) {
  const sent: Sent = { status: 0, headers: { ...headers }, body: '' };
  const response = {
    req: { method },
    app: { get: (name: string) => settings[name] },
    headersSent: false,
    statusCode: 200,
    hasHeader: (name: string) => name in sent.headers,
    setHeader: (name: string, value: unknown) => (sent.headers[name] = value),
    end: (bytes: Buffer) => Object.assign(sent, { status: response.statusCode, body: bytes.toString() }),
  };
  return { response, sent };
}

/** A response with a method of the host's middleware. */
function withJson() {
  const { response, sent } = responseOf();
  return { response: Object.assign(response, { json: () => {} }), sent };
}

describe('sendPostJson', () => {
  it('sends JSON with its length and no ETag', () => {
    const { response, sent } = responseOf();
    expect(sendPostJson(response, { text: 'Grüße' }, 201)).toBe(true);
    expect(sent).toEqual({
      status: 201,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': 18 },
      body: '{"text":"Grüße"}',
    });
  });

  it('keeps the content type and the status that an interceptor has set', () => {
    const { response, sent } = responseOf({ headers: { 'Content-Type': 'application/vnd.host+json' } });
    response.statusCode = 202;
    sendPostJson(response, {});
    expect([sent.status, sent.headers['Content-Type']]).toEqual([202, 'application/vnd.host+json']);
  });

  it.each([
    ['other methods', responseOf({ method: 'GET' }), {}],
    ['hosts with own JSON settings', responseOf({ settings: { 'json spaces': 2 } }), {}],
    ['hosts that replace json()', withJson(), {}],
    ['text', responseOf(), 'text'],
    ['no body', responseOf(), undefined],
    ['streams', responseOf(), new StreamableFile(Readable.from([]))],
  ])('leaves %s to the platform', (_, { response, sent }, body) => {
    expect(sendPostJson(response, body)).toBe(false);
    expect(sent.status).toBe(0);
  });

  it('leaves other platforms alone', () => {
    expect(sendPostJson({ request: { method: 'POST' } }, {})).toBe(false);
  });

  it('leaves statuses without a body to the platform', () => {
    expect(sendPostJson(responseOf().response, {}, 204)).toBe(false);
  });
});
