import { render, type JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { CorpusTab } from './corpus/corpus-tab.js';
import { CrawlTab } from './crawl/crawl-tab.js';
import { ExtractTab } from './extract/extract-tab.js';
import { ExtractorsTab } from './extractors/extractors-tab.js';
import { FeedTab } from './feed/feed-tab.js';
import { MapTab } from './map/map-tab.js';
import { MonitorsTab } from './monitors/monitors-tab.js';
import { ScrapeTab } from './scrape/scrape-tab.js';
import { SearchTab } from './search/search-tab.js';
import { HistoryTab } from './history/history-tab.js';
import { Access, metaOf, type AccessState } from './state/access.js';
import { takeKeyFromAddress } from './state/key-in-address.js';
import { useKept } from './state/kept.js';
import { Navigation, useNavigationState } from './state/navigation.js';
import { ThemeContext, useThemeState } from './state/theme.js';
import { KeyField } from './ui/key-field.js';
import { PageFooter } from './ui/page-footer.js';
import { Panel, Tabs } from './ui/tabs.js';
import { ThemeButton } from './ui/theme-button.js';
import '../styles/playground.css';

/** View with its tab. */
interface View {
  readonly id: string;
  readonly label: string;
  readonly Content: () => JSX.Element;
  /** The view is created again each time it is shown. */
  readonly isFresh?: boolean;
}

const TABS: readonly View[] = [
  { id: 'scrape', label: 'Scrape', Content: ScrapeTab },
  { id: 'crawl', label: 'Crawl', Content: CrawlTab },
  { id: 'map', label: 'Map', Content: MapTab },
  { id: 'search', label: 'Search', Content: SearchTab },
  { id: 'extract', label: 'Extract', Content: ExtractTab },
  { id: 'extractors', label: 'Extractors', Content: ExtractorsTab, isFresh: true },
  { id: 'monitors', label: 'Monitors', Content: MonitorsTab, isFresh: true },
  { id: 'feed', label: 'Feed', Content: FeedTab },
  { id: 'corpus', label: 'Corpus', Content: CorpusTab, isFresh: true },
  { id: 'history', label: 'History', Content: HistoryTab, isFresh: true },
];

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
    scrollTo(0, 0);
    setVisited((before) => (before.includes(id) ? before : [...before, id]));
  };
  const navigation = useNavigationState(choose);
  const { theme, choose: chooseTheme } = useThemeState();
  return (
    <Access.Provider value={access}>
      <Navigation.Provider value={navigation}>
        <ThemeContext.Provider value={theme}>
          <header class="bar">
            <h1 class="brand">
              Web Extract <span>Playground</span>
            </h1>
            <Tabs label="Tools" name="main" tabs={TABS} chosen={tab} choose={choose} kind="main" />
            <div class="row bar-end">
              <KeyField value={key} set={setKey} asked={asked} />
              <ThemeButton theme={theme} choose={chooseTheme} />
            </div>
          </header>
          <main>
            {TABS.map(({ id, Content, isFresh = false }) => (
              <Panel key={id} name="main" id={id} isShown={id === tab}>
                {(isFresh ? id === tab : visited.includes(id)) && <Content />}
              </Panel>
            ))}
          </main>
          <PageFooter assets={metaOf('assets')} />
        </ThemeContext.Provider>
      </Navigation.Provider>
    </Access.Provider>
  );
}

takeKeyFromAddress();
const root = document.getElementById('app');
if (root) {
  root.replaceChildren();
  render(<Playground />, root);
}
