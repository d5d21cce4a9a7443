import { Body, type Type } from '@nestjs/common';
import type { IncomingRequest } from '../gate/api-key.guard.js';
import { ReadBodyPipe, type UnknownKeys } from './read-body.pipe.js';

/**
 * The checked body of a request. The alias keeps the class out of the parameter's type metadata, so that a global
 * ValidationPipe of the host, with other rules, has nothing to apply.
 */
export type Checked<T> = T;

/** A body that its handler reads by itself, as one of `T`. */
export type Sent<_T> = unknown;

/** A query that its handler reads by itself, as one of `T`. */
export type Asked<_T> = Readonly<Record<string, unknown>>;

/** A request that sends a file, and options as one of `Options`. */
export type UploadRequest<_Options> = IncomingRequest;

/** Binds a parameter to the request body, checked against `bodyClass` by our own pipe. */
export const CheckedBody = <T extends object>(
  bodyClass: Type<T>,
  unknownKeys: UnknownKeys,
): ParameterDecorator => Body(new ReadBodyPipe(bodyClass, unknownKeys));
