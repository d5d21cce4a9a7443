import { InvalidRequestError, SiteError, type RequestProblem } from '../../model/errors.js';
import type { ProblemPath } from '../../model/problems/fault.js';
import { problemAt } from '../../model/problems/request-problem.js';
import { below, inWireNames } from './wire-names.js';

const NAMES = { includeSelectors: 'options.tags', 'extraction.schema': 'extract.schema' };

const problemOf = (path: ProblemPath): RequestProblem =>
  problemAt(path, { code: 'schema', reason: 'is odd' });

async function told(path: ProblemPath): Promise<RequestProblem> {
  const failure = await inWireNames(NAMES, () =>
    Promise.reject(new InvalidRequestError([problemOf(path)])),
  ).catch((error: InvalidRequestError) => error);
  return failure.problems[0]!;
}

describe('inWireNames', () => {
  it('hands on what the work gives', async () => {
    await expect(inWireNames(NAMES, async () => 7)).resolves.toBe(7);
  });

  it('tells problems by the names of the body, what is inside included', async () => {
    expect(await told(['includeSelectors', 2])).toEqual(problemOf(['options', 'tags', 2]));
    expect(await told(['extraction', 'schema'])).toMatchObject({
      path: ['extract', 'schema'],
      message: 'extract.schema is odd',
    });
  });

  it('leaves other fields alone, those that begin alike too', async () => {
    for (const path of [['url'], ['includeSelectorsToo'], ['extraction'], ['extraction', 'schemas'], []]) {
      expect(await told(path)).toEqual(problemOf(path));
    }
  });

  it('leaves other failures alone', async () => {
    const failure = new SiteError('http://a.example/', 'why');
    await expect(inWireNames(NAMES, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});

describe('below', () => {
  it('tells problems of a part by their place in the whole', () => {
    const refuse = () => {
      throw new InvalidRequestError([problemOf(['formats'])]);
    };
    expect(() => below('scrapeOptions', refuse)).toThrow('scrapeOptions.formats is odd');
  });
});
