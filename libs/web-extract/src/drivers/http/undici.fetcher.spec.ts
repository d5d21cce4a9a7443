import { fetcherContract } from '../../testing/fetcher.contract.js';
import { UndiciFetcher } from './undici.fetcher.js';

describe('UndiciFetcher', () => {
  let fetcher: UndiciFetcher;

  beforeEach(() => {
    fetcher = new UndiciFetcher({ allowPrivate: ['127.0.0.0/8'] });
  });
  afterEach(() => fetcher.onApplicationShutdown());

  it.each(fetcherContract)('$name', ({ run }) => run(fetcher));
});
