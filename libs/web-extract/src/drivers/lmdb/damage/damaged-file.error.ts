/** A file is not as the store left it. The message says what is wrong with which file, without its directory. */
export class DamagedFileError extends Error {
  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file} is damaged: ${reason}`, options);
    this.name = new.target.name;
  }
}
