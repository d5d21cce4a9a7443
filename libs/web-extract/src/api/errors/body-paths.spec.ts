import { InvalidRequestError, ConnectionError, type RequestProblem } from '../../model/errors.js';
import type { ProblemPath } from '../../model/problems/validation-issue.js';
import { problemAt } from '../../model/problems/request-problem.js';
import { prefixPath, withBodyPaths } from './body-paths.js';

const NAMES = { includeSelectors: 'options.tags', 'extraction.schema': 'extract.schema' };

const problemOf = (path: ProblemPath): RequestProblem =>
  problemAt(path, { code: 'schema', reason: 'is odd' });

async function told(path: ProblemPath): Promise<RequestProblem> {
  const failure = await withBodyPaths(NAMES, () =>
    Promise.reject(new InvalidRequestError([problemOf(path)])),
  ).catch((error: InvalidRequestError) => error);
  return failure.problems[0]!;
}

describe('withBodyPaths', () => {
  it('hands on what the work gives', async () => {
    await expect(withBodyPaths(NAMES, async () => 7)).resolves.toBe(7);
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
    const failure = new ConnectionError('http://a.example/', 'why');
    await expect(withBodyPaths(NAMES, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});

describe('prefixPath', () => {
  it('tells problems of a part by their place in the whole', () => {
    const refuse = () => {
      throw new InvalidRequestError([problemOf(['formats'])]);
    };
    expect(() => prefixPath('scrapeOptions', refuse)).toThrow('scrapeOptions.formats is odd');
  });
});
