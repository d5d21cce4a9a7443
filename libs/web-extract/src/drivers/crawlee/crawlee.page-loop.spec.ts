import { pageLoopContract } from '../../testing/page-loop.contract.js';
import { CrawleePageLoop } from './crawlee.page-loop.js';

describe('CrawleePageLoop', () => pageLoopContract(() => new CrawleePageLoop()));
