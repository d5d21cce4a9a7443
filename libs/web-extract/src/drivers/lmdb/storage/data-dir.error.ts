/** The data directory cannot be used. Thrown while the host application starts; the message names the directory. */
export class DataDirError extends Error {
  readonly code = 'DATA_DIR_UNUSABLE';

  constructor(
    readonly directory: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`The data directory ${directory} ${reason}`, options);
    this.name = new.target.name;
  }
}

/** Reason of a directory that another version of this package has written. */
export const otherLayout = (found: number, layout: number): string =>
  `was written by another version of this package (layout ${found}, this version reads ${layout}): use that version, or another directory`;

/** Another process owns the directory. */
export class DataDirInUseError extends DataDirError {
  constructor(directory: string, pid: number | null) {
    const owner =
      pid === process.pid ? 'this process' : pid ? `the process with pid ${pid}` : 'another process';
    super(directory, `is in use by ${owner}; only one at a time can own it`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'there is no right to write into it',
  EPERM: 'there is no right to write into it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ENOTDIR: 'it, or its parent, is not a directory',
  EEXIST: 'it is no directory, or a link to nothing',
  EISDIR: 'a directory is in the place of one of its files',
  ENOENT: 'it is not there and cannot be made',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ETIMEDOUT: 'its file system does not answer',
};

/** One-line description of an error of a directory. */
export function dataDirError(directory: string, error: unknown): DataDirError {
  if (error instanceof DataDirError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  const detail = reason === undefined ? message : `${reason} (${code})`;
  return new DataDirError(directory, `cannot be used: ${detail}`, { cause: error });
}
