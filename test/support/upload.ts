import type { RunningApp } from './app.js';
import type { Answer } from './ask.js';

const BOUNDARY = 'boundary-of-the-tests';

export interface FormPart {
  readonly name: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content: string | Buffer;
}

/** Sends a form as programs do. */
export function sendForm(
  api: RunningApp,
  parts: readonly FormPart[],
  headers: Readonly<Record<string, string>> = {},
  path = '/v1/parse',
): Promise<Answer> {
  const chunks = parts.flatMap(({ name, fileName, type, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return api.ask(path, {
    body: Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  });
}

/** Sends one file to be converted. */
export function upload(
  api: RunningApp,
  content: Buffer,
  fileName: string,
  options?: object,
): Promise<Answer> {
  return sendForm(api, [
    ...(options ? [{ name: 'options', content: JSON.stringify(options) }] : []),
    { name: 'file', fileName, type: 'application/octet-stream', content },
  ]);
}
