interface FlagSettings {
  readonly profile: string;
  /** Port of the guarded proxy on 127.0.0.1. */
  readonly proxyPort: number;
  readonly userAgent: string;
  /** The system keeps the browser's processes from each other and from the machine. */
  readonly hasSandbox: boolean;
  /** `/dev/shm` has room for pictures of pages. */
  readonly hasSharedMemory: boolean;
}

/** Features that would bypass the proxy or that no page requested. */
const CLOSED_WAYS = [
  // Without this loopback addresses are dialled directly.
  '--proxy-bypass-list=<-loopback>',
  // The value belongs to the switch with `force`; WebRTC sends UDP past the proxy otherwise.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-client-side-phishing-detection',
  '--disable-field-trial-config',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--metrics-recording-only',
];

/** Speculative requests, other networks and telemetry. */
const CLOSED_FEATURES = [
  'AsyncDns',
  'DnsOverHttps',
  'Prerender2',
  'SpeculationRulesPrefetchProxy',
  'SpeculativeServiceWorkerWarmUp',
  'PreconnectToSearch',
  'LoadingPredictorPrefetch',
  'NetworkTimeServiceQuerying',
  'InterestFeedContentSuggestions',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'MediaRouter',
  'OptimizationHints',
  'OptimizationGuideModelDownloading',
  'AutofillServerCommunication',
  'Translate',
  'GlobalMediaControls',
  'BackForwardCache',
  // The frames of a page share its process, in every kind of Chromium: a context holds the secrets of one page only.
  'IsolateOrigins',
  'site-per-process',
];

/** Features that text does not need, and those that delay pages in the background. */
const QUIET = [
  '--headless',
  '--disable-gpu',
  '--mute-audio',
  '--hide-scrollbars',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-logging',
  '--log-level=3',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  '--disable-site-isolation-trials',
  '--force-color-profile=srgb',
  '--lang=en-US',
];

/** Width and height of the window in CSS pixels. */
export const WINDOW = { width: 1280, height: 800 };
/** A page that takes more JavaScript heap ends, in MB. */
const HEAP_MB = 512;

/** The command line of a browser that reaches the network through the guarded proxy and no other way. */
export function browserFlags(settings: FlagSettings): string[] {
  return [
    ...QUIET,
    ...CLOSED_WAYS,
    `--disable-features=${CLOSED_FEATURES.join(',')}`,
    `--proxy-server=http://127.0.0.1:${settings.proxyPort}`,
    '--remote-debugging-pipe', // a port could be spoken to by others
    `--js-flags=--max-old-space-size=${HEAP_MB}`,
    `--window-size=${WINDOW.width},${WINDOW.height}`,
    `--user-agent=${settings.userAgent}`,
    `--user-data-dir=${settings.profile}`,
    ...(settings.hasSandbox ? [] : ['--no-sandbox']),
    ...(settings.hasSharedMemory ? [] : ['--disable-dev-shm-usage']),
    'about:blank',
  ];
}
