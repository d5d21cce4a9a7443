import { fileURLToPath } from 'node:url';
import type { WebExtractOptions } from 'nestjs-web-extract';
import { fsArchive, s3Archive } from 'nestjs-web-extract/archive';
import type { Environment } from './settings';
import type { VariableName } from './variables';

const FORMS = 'WEB_EXTRACT_ARCHIVE must be file:///directory or s3://bucket/prefix';

/** The archive of the environment, with the time after which results are moved there. @throws Error naming a wrong variable */
export function archiveOf(env: Environment): Pick<WebExtractOptions, 'archive' | 'limits'> {
  const address = textOf(env, 'WEB_EXTRACT_ARCHIVE');
  if (!address) return {};
  const sealAfterMs = textOf(env, 'WEB_EXTRACT_SEAL_AFTER_MS');
  if (sealAfterMs && !/^\d+$/.test(sealAfterMs))
    throw new Error(`WEB_EXTRACT_SEAL_AFTER_MS must be a whole number, not ${sealAfterMs}`);
  return {
    archive: openArchive(address, env),
    ...(sealAfterMs ? { limits: { sealAfterMs: Number(sealAfterMs) } } : {}),
  };
}

function openArchive(address: string, env: Environment): WebExtractOptions['archive'] {
  if (address.startsWith('file:///')) return fsArchive({ dir: fileURLToPath(address) });
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/*(.*)$/.exec(address) ?? [];
  if (bucket === undefined) throw new Error(FORMS);
  const endpoint = textOf(env, 'AWS_ENDPOINT_URL_S3');
  const sessionToken = textOf(env, 'AWS_SESSION_TOKEN');
  return s3Archive({
    bucket,
    region: required(env, 'AWS_REGION'),
    ...(prefix ? { prefix } : {}),
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: {
      accessKeyId: required(env, 'AWS_ACCESS_KEY_ID'),
      secretAccessKey: required(env, 'AWS_SECRET_ACCESS_KEY'),
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
  });
}

function required(env: Environment, name: VariableName): string {
  const text = textOf(env, name);
  if (text === undefined) throw new Error(`WEB_EXTRACT_ARCHIVE=s3://… needs the variable ${name}`);
  return text;
}

const textOf = (env: Environment, name: VariableName): string | undefined => env[name]?.trim() || undefined;
