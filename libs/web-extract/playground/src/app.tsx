import { render } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { CrawlTab } from './crawl/crawl-tab.js';
import { ExtractTab } from './extract/extract-tab.js';
import { MapTab } from './map/map-tab.js';
import { ScrapeTab } from './scrape/scrape-tab.js';
import { SearchTab } from './search/search-tab.js';
import { Access, metaOf, type AccessState } from './state/access.js';
import { takeKeyFromAddress } from './state/key-in-address.js';
import { useKept } from './state/kept.js';
import { KeyField } from './ui/key-field.js';
import { Panel, Tabs } from './ui/tabs.js';
import { ThemeButton } from './ui/theme-button.js';
import '../styles/playground.css';

const TABS = [
  { id: 'scrape', label: 'Scrape', Content: ScrapeTab },
  { id: 'crawl', label: 'Crawl', Content: CrawlTab },
  { id: 'map', label: 'Map', Content: MapTab },
  { id: 'search', label: 'Search', Content: SearchTab },
  { id: 'extract', label: 'Extract', Content: ExtractTab },
] as const;

function Playground() {
  const [tab, setTab] = useKept<string>('tab', 'scrape');
  const [visited, setVisited] = useState<readonly string[]>([tab]);
  const [key, setKey] = useKept('key', '');
  const [asked, setAsked] = useState(0);
  const access = useMemo(
    (): AccessState => ({
      base: metaOf('api'),
      key,
      setKey,
      askForKey: () => setAsked((times) => times + 1),
    }),
    [key, setKey],
  );
  const choose = (id: string) => {
    setTab(id);
    setVisited((before) => (before.includes(id) ? before : [...before, id]));
  };
  return (
    <Access.Provider value={access}>
      <header class="bar">
        <h1 class="brand">
          Web Extract <span>Playground</span>
        </h1>
        <Tabs label="What to do" name="main" tabs={TABS} chosen={tab} choose={choose} kind="main" />
        <div class="row bar-end">
          <KeyField value={key} set={setKey} asked={asked} />
          <ThemeButton />
        </div>
      </header>
      <main>
        {TABS.map(({ id, Content }) => (
          <Panel key={id} name="main" id={id} isShown={id === tab}>
            {visited.includes(id) && <Content />}
          </Panel>
        ))}
      </main>
    </Access.Provider>
  );
}

takeKeyFromAddress();
const root = document.getElementById('app');
if (root) {
  root.replaceChildren();
  render(<Playground />, root);
}
