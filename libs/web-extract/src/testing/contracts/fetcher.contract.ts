import type { Fetcher } from '../../ports/fetcher.port.js';
import { answerCases } from './fetcher/answers.contract.js';
import type { ContractCase } from './fetcher/fetcher-case.contract.js';
import { limitCases } from './fetcher/limits.contract.js';
import { requestCases } from './fetcher/requests.contract.js';

export type { ContractCase };

/** Contract cases of `Fetcher`. The driver must allow 127.0.0.0/8 and no other private address. */
export const fetcherContract: readonly ContractCase<Fetcher>[] = [
  ...answerCases,
  ...requestCases,
  ...limitCases,
];
