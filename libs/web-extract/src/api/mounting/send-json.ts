import { StreamableFile } from '@nestjs/common';

/** The parts of a response of Express that are used here. */
interface ExpressResponse {
  readonly req?: { readonly method?: string };
  readonly app?: { get?(setting: string): unknown };
  readonly headersSent?: boolean;
  statusCode: number;
  hasHeader(name: string): boolean;
  setHeader(name: string, value: string | number): unknown;
  end(bytes: Buffer): unknown;
}

/** Settings of a host that change the JSON of its answers. */
const JSON_SETTINGS = ['json spaces', 'json replacer', 'json escape'];
/** Methods that middleware of a host replaces, for example to log answers. */
const METHODS = ['json', 'send'];
/** Statuses without a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends the answer to a POST on Express without an ETag: hashing 30 KB costs as much as the router, and RFC 9110, section 13.1.2 has
 * no conditional POST that would use it.
 *
 * @returns false if the platform has to send it: other platforms, methods, and bodies that are no JSON, or hosts with own JSON settings or methods
 */
export function sendPostJson(response: object, body: unknown, status?: number): boolean {
  const reply = response as ExpressResponse;
  if (reply.req?.method !== 'POST' || !isJson(body) || !hasUsualJson(reply)) return false;
  const code = status ?? reply.statusCode;
  if (reply.headersSent === true || BODILESS.has(code)) return false;
  const bytes = Buffer.from(JSON.stringify(body));
  reply.statusCode = code;
  if (!reply.hasHeader('Content-Type')) reply.setHeader('Content-Type', 'application/json; charset=utf-8');
  reply.setHeader('Content-Length', bytes.length);
  reply.end(bytes);
  return true;
}

const isJson = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !(body instanceof StreamableFile);

function hasUsualJson(response: ExpressResponse): boolean {
  const { app } = response;
  if (METHODS.some((name) => Object.hasOwn(response, name))) return false;
  return typeof app?.get === 'function' && JSON_SETTINGS.every((name) => !app.get!(name));
}
