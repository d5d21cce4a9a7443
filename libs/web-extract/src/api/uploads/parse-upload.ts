import type { Type } from '@nestjs/common';
import { InvalidRequestError } from '../../model/errors.js';
import { ReadBodyPipe } from '../bodies/read-body.pipe.js';
import type { Upload } from './upload.js';

/** A file and the checked options that were sent with it. */
interface ParsedUpload<T> {
  readonly file: NonNullable<Upload['file']>;
  readonly options: T;
}

/** @throws InvalidRequestError when there is no file, an empty one, or options that cannot be used */
export function parseUpload<T extends object>(
  upload: Upload | undefined,
  optionsClass: Type<T>,
): ParsedUpload<T> {
  const { file, options } = uploadOf(upload);
  return { file, options: new ReadBodyPipe(optionsClass, 'refuse').transform(options) };
}

/** The same with options that are not checked yet. @throws InvalidRequestError */
export function uploadOf(upload: Upload | undefined): ParsedUpload<unknown> {
  const { file = null, options = null } = upload ?? {};
  if (!file) throw refusal('file', 'file is required: a part of multipart/form-data with a file name');
  if (file.content.size === 0) throw refusal('file', 'file is empty');
  return { file, options: parsed(options) };
}

function parsed(options: string | null): unknown {
  if (options === null || options.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(options);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // told below, like everything that is no object
  }
  throw refusal('options', 'options must be a JSON object');
}

function refusal(field: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ path: [field], message }]);
}
