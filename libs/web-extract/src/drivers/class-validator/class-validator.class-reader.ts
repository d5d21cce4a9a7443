import { InvalidRequestError, NotConfiguredError } from '../../model/errors.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import { ClassReader, type ClassShape, type DataClass } from '../../ports/class-reader.port.js';
import { validationMessages } from './validation-messages.js';

/** Reads classes with class-validator's decorators; nested classes need class-transformer's `@Type`. */
export class ClassValidatorClassReader extends ClassReader {
  async read<T extends object>(type: DataClass<T>): Promise<ClassShape<T>> {
    const packages = await loadPackages();
    const jsonSchema = schemaOf(type, packages);
    const { plainToInstance } = packages.transformer;
    const { validate } = packages.validator;
    return {
      jsonSchema,
      async toInstance(data) {
        const instance = plainToInstance(type, data);
        const messages = validationMessages(await validate(instance));
        if (messages.length > 0) throw new Error(messages.join('; '));
        return instance;
      },
    };
  }
}

type Packages = Awaited<ReturnType<typeof loadPackages>>;

/** class-validator-jsonschema is only needed to extract into classes. */
async function loadPackages() {
  try {
    const [validator, jsonSchema, transformer, storage] = await Promise.all([
      import('class-validator'),
      import('class-validator-jsonschema'),
      import('class-transformer'),
      // @ts-expect-error -- the package has no types for this part
      import('class-transformer/cjs/storage.js'),
    ]);
    return { validator, jsonSchema, transformer, types: storage.defaultMetadataStorage as TypeStorage };
  } catch (error) {
    throw new NotConfiguredError('Extraction into a class needs class-validator-jsonschema to be installed', {
      cause: error,
    });
  }
}

/** The part of class-transformer's storage that knows the classes behind properties. */
interface TypeStorage {
  findTypeMetadata(target: object, property: string): { typeFunction(): DataClass<object> } | undefined;
}

/** Replaces converters of the package so that JSON Schema and decorators agree on dates and non-empty values. */
const CONVERTERS = {
  isDate: { type: 'string', format: 'date-time' },
  isNotEmpty: { minLength: 1 },
} as const;

function schemaOf(type: DataClass<object>, packages: Packages): JsonSchema {
  const options = {
    classTransformerMetadataStorage: packages.types as never,
    additionalConverters: CONVERTERS,
    refPointerPrefix: '#/$defs/',
  };
  const convert = (one: DataClass<object>) =>
    packages.jsonSchema.targetConstructorToSchema(one, options) as JsonSchema;
  const root = convert(type);
  if (Object.keys(root['properties'] ?? {}).length === 0) {
    throw InvalidRequestError.at(['schema'], { code: 'class', className: type.name });
  }
  const definitions = [...nestedClasses(type, packages)].map((one) => [one.name, convert(one)]);
  return { ...root, $defs: Object.fromEntries(definitions) };
}

/** Every class that an instance may contain, including its own: a class may refer to itself. */
function nestedClasses(type: DataClass<object>, packages: Packages): Set<DataClass<object>> {
  const found = new Set([type]);
  const storage = packages.validator.getMetadataStorage();
  for (const one of found) {
    for (const { target, propertyName, type: kind } of storage.getTargetValidationMetadatas(
      one,
      '',
      true,
      false,
    )) {
      if (kind !== packages.validator.ValidationTypes.NESTED_VALIDATION || typeof target !== 'function')
        continue;
      const nested =
        packages.types.findTypeMetadata(target, propertyName)?.typeFunction() ??
        declaredType(target, propertyName);
      if (typeof nested === 'function' && nested !== (Array as unknown)) found.add(nested);
    }
  }
  return found;
}

function declaredType(target: object, property: string): DataClass<object> | undefined {
  const { prototype } = target as { prototype: object };
  return Reflect.getMetadata('design:type', prototype, property) as DataClass<object> | undefined;
}
