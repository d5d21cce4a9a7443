import { InvalidOptionsError } from '../../model/options/invalid-options.error.js';

/** Keys of an account that may list, read, write and delete objects of the bucket. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
}

/** A bucket of Amazon S3, or of another server with its protocol. */
export interface S3ArchiveOptions {
  /** Address of the server, without the bucket. @default 'https://s3.<region>.amazonaws.com' */
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  /** Begins all names; only this deployment may use it. Letters, digits and `. _ / -`. @default '' */
  readonly prefix?: string;
  /** A function is called before each request, for credentials that change. */
  readonly credentials: S3Credentials | (() => S3Credentials | Promise<S3Credentials>);
  /** Headers of uploads, such as `{ 'x-amz-server-side-encryption': 'AES256' }`. */
  readonly uploadHeaders?: Readonly<Record<string, string>>;
}

/** Options with their defaults. */
export interface S3Target {
  /** Address of the bucket. */
  readonly base: string;
  readonly region: string;
  /** Ends with a slash unless it is empty. */
  readonly prefix: string;
  readonly credentials: () => S3Credentials | Promise<S3Credentials>;
  readonly uploadHeaders: Readonly<Record<string, string>>;
}

/** @throws InvalidOptionsError naming every invalid option */
export function settleS3Options(options: S3ArchiveOptions): S3Target {
  const { region, bucket, prefix = '', credentials, uploadHeaders = {} } = options;
  const endpoint = options.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const problems = [
    /^[\w-]+$/.test(region ?? '') ? null : 's3Archive: region must be a name such as eu-central-1',
    /^[a-z\d][a-z\d.-]+$/.test(bucket ?? '') ? null : 's3Archive: bucket must be the name of a bucket',
    /^[\w./-]*$/.test(prefix) && !prefix.includes('..')
      ? null
      : 's3Archive: prefix must consist of letters, digits and . _ / -',
    isHttpUrl(endpoint)
      ? null
      : 's3Archive: endpoint must be an http or https address without credentials, path and query',
    areCredentials(credentials) ? null : 's3Archive: credentials must have accessKeyId and secretAccessKey',
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  const folder = prefix
    .split('/')
    .filter((part) => part !== '')
    .join('/');
  return {
    base: `${new URL(endpoint).origin}/${bucket}`,
    region,
    prefix: folder === '' ? '' : `${folder}/`,
    credentials: typeof credentials === 'function' ? credentials : () => credentials,
    uploadHeaders,
  };
}

function areCredentials(value: S3ArchiveOptions['credentials'] | undefined): boolean {
  if (typeof value === 'function') return true;
  return [value?.accessKeyId, value?.secretAccessKey].every(
    (text) => typeof text === 'string' && text !== '',
  );
}

function isHttpUrl(text: string): boolean {
  try {
    const { protocol, username, pathname, search } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && pathname === '/' && search === '';
  } catch {
    return false; // not a URL
  }
}
