import type { Renderer } from '../../ports/renderer.port.js';
import type { ContractCase } from './fetcher.contract.js';
import { actionCases } from './renderer/actions.contract.js';
import { attackCases } from './renderer/attacks.contract.js';
import { contentCases } from './renderer/content.contract.js';
import { navigationCases } from './renderer/navigation.contract.js';
import { patienceCases } from './renderer/patience.contract.js';
import { pictureCases } from './renderer/pictures.contract.js';
import { valueCases } from './renderer/values.contract.js';
import { visitorCases } from './renderer/visitor.contract.js';

/**
 * Contract cases of `Renderer`. The driver must allow 127.0.0.1 and no other private address; canaries listen
 * on 127.0.0.9.
 */
export const rendererContract: readonly ContractCase<Renderer>[] = [
  ...contentCases,
  ...navigationCases,
  ...visitorCases,
  ...pictureCases,
  ...actionCases,
  ...valueCases,
  ...patienceCases,
  ...attackCases,
];
