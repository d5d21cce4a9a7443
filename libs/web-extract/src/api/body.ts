import { Body, type Type } from '@nestjs/common';
import { ReadBodyPipe, type UnknownKeys } from './read-body.pipe.js';

/**
 * The checked body of a request. The alias keeps the class out of the parameter's type metadata, so that a global
 * ValidationPipe of the host, with other rules, has nothing to apply.
 */
export type Checked<T> = T;

/** Binds a parameter to the request body, checked against `bodyClass` by our own pipe. */
export const CheckedBody = <T extends object>(
  bodyClass: Type<T>,
  unknownKeys: UnknownKeys,
): ParameterDecorator => Body(new ReadBodyPipe(bodyClass, unknownKeys));
