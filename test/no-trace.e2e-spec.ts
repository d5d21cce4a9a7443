import { join } from 'node:path';
import { PLATFORMS } from './support/platforms.js';
import { NodeProcess } from './support/run-node.js';

const SCRIPT = join(process.cwd(), 'test/support/host-process.mjs');

describe.each(PLATFORMS)('a host process on %s', (platform) => {
  let host: NodeProcess;
  let report: Record<string, unknown>;

  beforeAll(async () => {
    host = new NodeProcess([SCRIPT, platform]);
    const [line] = await host.until(/^\{.*\}$/m);
    report = JSON.parse(line);
  });

  afterAll(() => host?.dispose());

  it('scrapes over HTTP and by injection', () => {
    expect(report).toMatchObject({ scraped: [200, 200], markdown: expect.stringMatching(/^# Heading/) });
  });

  it('crawls by injection', () => {
    const events = (report['events'] as string[]).filter((type) => type !== 'progress'); // of a slow machine
    expect(events).toEqual(['page', 'state']);
  });

  it('closes in time with a scrape in flight, which is reported', () => {
    expect(report['interrupted']).toEqual({
      status: 503,
      body: {
        success: false,
        requestId: expect.any(String),
        error: 'Service unavailable: shutting down',
        code: 'SERVICE_UNAVAILABLE',
      },
    });
    expect(report['closedInMs']).toBeLessThan(10_000); // the scrape in flight would take 30 s
  });

  it('ends by itself after app.close(): no handle is left open', async () => {
    expect(await host.end()).toBe(0);
  });

  it('has no listener of ours on process and no file of ours in its folder', () => {
    expect(report).toMatchObject({ addedListeners: [], files: [] });
  });

  it('has heard nothing from us on its outputs', () => {
    expect(host.output.trim().split('\n')).toHaveLength(1);
  });
});
