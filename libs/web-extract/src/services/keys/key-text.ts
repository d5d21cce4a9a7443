import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 24;
const TAG_CHARS = 8;
/** 32 letters of chance and a tag of 8: what does not look like it was never made here. */
const FORM = /^we_[\w-]{40}$/;
/** Letters of a key that are shown. */
export const PREFIX_CHARS = 9;

/** Creates a key. Its last characters are a tag that proves it was created with the secret. */
export function makeKeyText(secret: string): string {
  const body = `we_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
  return body + tagOf(body, secret);
}

/** True if the tag of a key is valid. Rejects guessed keys without a store request. */
export function isKeyText(key: string, secret: string): boolean {
  if (!FORM.test(key)) return false;
  const body = key.slice(0, -TAG_CHARS);
  return timingSafeEqual(Buffer.from(key.slice(-TAG_CHARS)), Buffer.from(tagOf(body, secret)));
}

/** Hash under which a key is stored. The key cannot be derived from it. */
export const hashKey = (key: string, secret: string): string => hmac(`key ${key}`, secret).toString('hex');

const tagOf = (body: string, secret: string): string =>
  hmac(`tag ${body}`, secret).toString('base64url').slice(0, TAG_CHARS);

const hmac = (text: string, secret: string): Buffer => createHmac('sha256', secret).update(text).digest();
