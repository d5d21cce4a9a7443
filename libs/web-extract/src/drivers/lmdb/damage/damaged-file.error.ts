/**
 * A file differs from the state written by the store. The message contains the cause and the file name, without the
 * directory.
 */
export class DamagedFileError extends Error {
  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file} is damaged: ${reason}`, options);
    this.name = new.target.name;
  }
}
