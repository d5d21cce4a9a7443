/** Body handling of a route: parsed as JSON by the platform, parsed here as a form with a file, or kept unparsed. */
export type BodyKind = 'json' | 'upload' | 'kept';
