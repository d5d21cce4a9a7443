import type { PageAction } from '../../../model/page/page-request.js';
import { ActionFailure } from './action.js';

/** A text that the action needs. @throws ActionFailure */
export function textOption(action: PageAction, name: string): string {
  const value = action[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ActionFailure(`needs ${name}`);
}
