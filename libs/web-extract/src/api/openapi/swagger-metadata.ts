import type { Type } from '@nestjs/common';

/** Metadata keys of @nestjs/swagger, 11 and 12: what its decorators write, and its documents are made from. */
export const SWAGGER = {
  operation: 'swagger/apiOperation',
  responses: 'swagger/apiResponse',
  parameters: 'swagger/apiParameters',
  consumes: 'swagger/apiConsumes',
  security: 'swagger/apiSecurity',
  tags: 'swagger/apiUseTags',
  models: 'swagger/apiExtraModels',
  schema: 'swagger/apiSchema',
  excluded: 'swagger/apiExcludeController',
} as const;

/** Keeps the routes of a controller out of documents. */
export function excludeFromDocuments(controller: Type<unknown>): void {
  Reflect.defineMetadata(SWAGGER.excluded, [true], controller);
}
