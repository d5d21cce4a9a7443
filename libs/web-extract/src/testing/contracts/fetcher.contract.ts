import type { Fetcher } from '../../ports/fetcher.port.js';
import { answerCases } from './fetcher/answers.contract.js';
import type { ContractCase } from './fetcher/fetcher-case.contract.js';
import { limitCases } from './fetcher/limits.contract.js';
import { requestCases } from './fetcher/requests.contract.js';

export type { ContractCase };

/** The promises of `Fetcher`. The driver must be allowed 127.0.0.0/8 and nothing else that is private. */
export const fetcherContract: readonly ContractCase<Fetcher>[] = [
  ...answerCases,
  ...requestCases,
  ...limitCases,
];
