import { getMetadataStorage } from 'class-validator';
import { similarName } from '../../model/similar-name.js';

/** Returns the field of a body class that most resembles an unknown key; null if none is close. */
export function similarField(bodyClass: unknown, key: string): string | null {
  if (typeof bodyClass !== 'function') return null;
  const rules = getMetadataStorage().getTargetValidationMetadatas(bodyClass, '', false, false);
  return similarName(key, new Set(rules.map(({ propertyName }) => propertyName)));
}

/** The end of a message about an unknown key. */
export const didYouMean = (bodyClass: unknown, path: readonly string[]): string => {
  const similar = similarField(bodyClass, path.at(-1) ?? '');
  return similar === null ? '' : `. Did you mean ${[...path.slice(0, -1), similar].join('.')}?`;
};
