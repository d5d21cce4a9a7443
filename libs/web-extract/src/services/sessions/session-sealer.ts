import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readSessionKey } from '../../model/options/session.options.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts the values of sessions with AES-256-GCM. Owner and name are authenticated: a row of another session is not accepted. */
export class SessionSealer {
  private readonly keys: readonly { readonly id: string; readonly bytes: Buffer }[];

  /** @param keys as in the option `sessionKey` */
  constructor(keys: readonly string[]) {
    this.keys = keys.flatMap((text) => {
      const bytes = readSessionKey(text);
      return bytes ? [{ id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }] : [];
    });
  }

  seal(owner: string, name: string, value: unknown): string {
    const key = this.keys[0];
    const text = JSON.stringify(value);
    if (!key) return text; // of memory only
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
    cipher.setAAD(Buffer.from(`${owner}\n${name}`));
    const data = Buffer.concat([cipher.update(text), cipher.final()]);
    return `1.${key.id}.${Buffer.concat([nonce, cipher.getAuthTag(), data]).toString('base64')}`;
  }

  /** @returns null if no key decrypts it */
  open(owner: string, name: string, sealed: string): unknown {
    if (this.keys.length === 0) return JSON.parse(sealed);
    const [version, id, text = ''] = sealed.split('.');
    const key = this.keys.find((candidate) => candidate.id === id);
    if (version !== '1' || !key) return null;
    const bytes = Buffer.from(text, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(`${owner}\n${name}`));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const data = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return JSON.parse(Buffer.concat([decipher.update(data), decipher.final()]).toString());
    } catch {
      return null; // changed, or of another owner
    }
  }
}
