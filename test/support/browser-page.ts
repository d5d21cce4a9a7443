import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { browserProgram } from '../setup/browser.js';

/** The browser's driver and the checker of accessibility lie beside the published clients: whoever starts the demo does not need them. */
const requireTool = createRequire(join(__dirname, '..', 'clients', 'package.json'));

/** For one thing to be seen; the machine may be busy. */
const LONGEST_WAIT_MS = 60_000;

export interface OpenBrowser {
  /** Opens a page of a fresh visitor. Whatever goes wrong in it stands in `complaints`. */
  open(url: string, view?: View): Promise<BrowserPage>;
  close(): Promise<void>;
}

export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
}

/** A page of the driver; it has no types of its own here. */
export interface BrowserPage {
  readonly page: any;
  /** Errors of scripts, and what the content security policy refused. */
  readonly complaints: string[];
  /** Text of the first element, as it is seen. */
  textOf(selector: string): Promise<string>;
  /** Waits until an element has the text. */
  untilText(selector: string, text: string | RegExp): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Violations of all rules of axe-core. */
  violations(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startBrowser(): Promise<OpenBrowser> {
  const browser = await requireTool('puppeteer-core').launch({
    executablePath: browserProgram,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    protocolTimeout: LONGEST_WAIT_MS,
  });
  return {
    open: async (url, view) => openPage(await (await browser.createBrowserContext()).newPage(), url, view),
    close: () => browser.close(),
  };
}

async function openPage(page: any, url: string, { width = 1280, height = 860, scheme = 'light' }: View = {}) {
  const complaints: string[] = [];
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  page.on('pageerror', ({ message }: Error) => complaints.push(message));
  page.on('console', (entry: any) => {
    if (/content security policy|trusted/i.test(entry.text())) complaints.push(entry.text());
  });
  page.on('dialog', (dialog: any) => (complaints.push(`dialog ${dialog.message()}`), dialog.dismiss()));
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.goto(url);
  return inPage(page, complaints);
}

function inPage(page: any, complaints: string[]): BrowserPage {
  const find = (selector: string) => page.waitForSelector(selector, { visible: true });
  return {
    page,
    complaints,
    textOf: async (selector) => (await find(selector)).evaluate(({ innerText }: any) => innerText),
    untilText: (selector, text) =>
      page.waitForFunction(
        (at: string, source: string, flags: string) =>
          new RegExp(source, flags).test((globalThis as any).document.querySelector(at)?.innerText ?? ''),
        { polling: 50 },
        selector,
        typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source,
        typeof text === 'string' ? '' : text.flags,
      ),
    fill: async (selector, text) => {
      await find(selector);
      await page.$eval(selector, (field: any) => field.select());
      await page.type(selector, text);
    },
    click: async (selector) => (await find(selector)).click(),
    violations: async () => {
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => (globalThis as any).axe.run());
      return violations.map(({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html).join(' ')}`);
    },
    close: () => page.browserContext().close(),
  };
}

const AXE = readFileSync(join(dirname(requireTool.resolve('axe-core')), 'axe.min.js'), 'utf8');
