-- The keys with the outcomes of a crawl, which expire with it.
local RESULTS = {
  'pages', 'sizes', 'records', 'failures', 'blocked',
  'segments:pages', 'segments:records', 'segments:failures', 'segments:blocked',
}
