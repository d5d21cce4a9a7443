import { createHmac } from 'node:crypto';
import { webhookHeaders } from './webhook-message.js';

describe('webhookHeaders', () => {
  const headersFor = (headers: Record<string, string>, secret?: string) =>
    webhookHeaders({ url: 'http://hook.test/', headers }, '{"a":1}', secret);

  it('sends what the receiver wants, and the type', () => {
    expect(headersFor({ 'X-Own': 'yes' })).toEqual({ 'X-Own': 'yes', 'Content-Type': 'application/json' });
  });

  it('signs the body', () => {
    const signature = createHmac('sha256', 'key').update('{"a":1}').digest('hex');
    expect(headersFor({}, 'key')['X-Web-Extract-Signature']).toBe(`sha256=${signature}`);
  });

  it('lets nobody else write signature and type', () => {
    const headers = headersFor({ 'x-web-extract-signature': 'forged', 'CONTENT-TYPE': 'text/plain' });
    expect(headers).toEqual({ 'Content-Type': 'application/json' });
  });
});
