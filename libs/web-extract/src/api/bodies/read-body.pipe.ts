import { Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { InvalidRequestError, type RequestProblem } from '../../model/errors.js';
import { meetsRules } from './body-rules.js';
import { didYouMean } from './similar-field.js';
import { loadBodyChecks } from './body-checks.js';
import { instantiate, refuseTooManyFields } from './instantiate.js';
import { refuseUnsafeJson } from './refuse-unsafe-json.js';
import { isJsonObject } from './json-object.js';

/** Handling of keys not declared by the body class. */
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
    return readBody(this.bodyClass, toSafeObject(value), this.unknownKeys);
  }
}

/** @throws InvalidRequestError with every problem */
export function readBody<T extends object>(
  bodyClass: Type<T>,
  body: Record<string, unknown>,
  unknownKeys: UnknownKeys,
): T {
  loadBodyChecks(); // where no controller is mounted, as for agents alone
  const { instance, oddKeys } = instantiate(bodyClass, body);
  if (oddKeys.length === 0 && meetsRules(instance)) return instance;
  const refusesUnknown = unknownKeys === 'refuse';
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: refusesUnknown,
    forbidUnknownValues: true,
  });
  const problems = [
    ...errors.flatMap((error, at) => problemsOf(error, [], at < MAX_HINTS)),
    ...(refusesUnknown ? oddKeys.map((path) => unrecognized(path)) : []),
  ];
  if (problems.length > 0) throw new InvalidRequestError(problems);
  return instance;
}

/** An object that may be looked through. @throws InvalidRequestError */
export function toSafeObject(value: unknown): Record<string, unknown> {
  const body = asObject(value);
  refuseTooManyFields(body);
  refuseUnsafeJson(body);
  return body;
}

function asObject(value: unknown): Record<string, unknown> {
  if (isJsonObject(value)) return value;
  throw notJson();
}

/** Error for a body that is not an object or has an unsupported content type. */
export function notJson(): InvalidRequestError {
  const message = 'body must be a JSON object, sent with Content-Type: application/json';
  return new InvalidRequestError([{ path: [], message }]);
}

/** Unknown keys of one object for which similar fields are searched. */
const MAX_HINTS = 5;

function problemsOf(error: ValidationError, parents: readonly string[], isHinted: boolean): RequestProblem[] {
  const path = [...parents, error.property];
  const children = (error.children ?? []).flatMap((child, at) =>
    problemsOf(child, path, isHinted && at < MAX_HINTS),
  );
  const { nestedValidation: _, ...constraints } = error.constraints ?? {};
  // Decorators apply from the last to the first, and the first one says what type is wanted.
  const [rule, message] = Object.entries(constraints).at(-1) ?? [];
  if (message === undefined) return children;
  if (rule === 'whitelistValidation') {
    const hint = isHinted ? didYouMean(error.target?.constructor, path) : '';
    return [unrecognized(path, hint), ...children];
  }
  return [{ path, message: [...parents, message].join('.') }, ...children];
}

/** Error for an unknown field. */
export function unrecognized(path: readonly string[], hint = ''): RequestProblem {
  return { path, message: `Unrecognized key: ${path.join('.')}${hint}` };
}
