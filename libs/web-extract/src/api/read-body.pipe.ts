import { Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { InvalidRequestError, type RequestProblem } from '../model/errors.js';
import { refuseUnsafeJson } from './refuse-unsafe-json.js';
import { isJsonObject } from './validators.js';

/** What becomes of keys that no field of the body's class declares. */
export type UnknownKeys = 'refuse' | 'ignore';

/** Checks a request body against its class and hands on an instance of it. No implicit conversion of types. */
@Injectable()
export class ReadBodyPipe<T extends object> implements PipeTransform<unknown, T> {
  constructor(
    private readonly bodyClass: Type<T>,
    private readonly unknownKeys: UnknownKeys,
  ) {}

  /** @throws InvalidRequestError with every problem, the first one in its message */
  transform(value: unknown): T {
    const body = asObject(value);
    refuseUnsafeJson(body);
    const known = this.unknownKeys === 'refuse' ? withoutPrivateKeys(body) : body;
    const instance = plainToInstance(this.bodyClass, known);
    const errors = validateSync(instance, {
      whitelist: true,
      forbidNonWhitelisted: this.unknownKeys === 'refuse',
      forbidUnknownValues: true,
      stopAtFirstError: true,
    });
    const problems = errors.flatMap((error) => problemsOf(error, []));
    if (this.unknownKeys === 'refuse') problems.push(...inheritedNames(instance, []));
    if (problems.length > 0) throw new InvalidRequestError(problems);
    return instance;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  if (isJsonObject(value)) return value;
  throw notJson();
}

/** The body is no object, or of a kind that nobody parses. */
export function notJson(): InvalidRequestError {
  const message = 'body must be a JSON object, sent with Content-Type: application/json';
  return new InvalidRequestError([{ path: [], message }]);
}

/** Keys starting with `__` are clients' own and carry nothing for us. */
function withoutPrivateKeys(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !key.startsWith('__')));
}

/** Keys that every object inherits (`hasOwnProperty` …): the validator takes them for declared ones. */
function inheritedNames(value: object, parents: readonly string[]): RequestProblem[] {
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) => {
    const path = [...parents, key];
    const isOdd = key in Object.prototype;
    return [
      ...(isOdd ? [{ path, message: `Unrecognized key: ${path.join('.')}` }] : []),
      ...(isDeclared(child) ? inheritedNames(child, path) : []),
    ];
  });
}

/** An object with a class of its own, whose keys are declared; others hold what the caller likes. */
function isDeclared(value: unknown): value is object {
  return isJsonObject(value) && Object.getPrototypeOf(value) !== Object.prototype;
}

function problemsOf(error: ValidationError, parents: readonly (string | number)[]): RequestProblem[] {
  const path = [...parents, /^\d+$/.test(error.property) ? Number(error.property) : error.property];
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    path,
    message:
      rule === 'whitelistValidation' ? `Unrecognized key: ${path.join('.')}` : nested(message, parents),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => problemsOf(child, path))];
}

function nested(message: string, parents: readonly (string | number)[]): string {
  return parents.length === 0 ? message : `${parents.join('.')}.${message}`;
}
