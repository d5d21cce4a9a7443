import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeLogContract } from '../../testing/contracts/change-log.contract.js';
import { LmdbPageHistory } from './lmdb.page-history.js';

describe('Change feeds in LMDB', () => {
  const opened: LmdbPageHistory[] = [];
  let folders: string[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((history) => history.onApplicationShutdown()));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    folders = [];
  });

  changeLogContract(async (bounds) => {
    const folder = await mkdtemp(join(tmpdir(), 'feeds-'));
    folders.push(folder);
    const history = new LmdbPageHistory(folder, bounds);
    opened.push(history);
    return history;
  });
});
