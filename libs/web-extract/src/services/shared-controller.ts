const CONTROLLER = Symbol('web-extract:controller');

type ControlledSignal = AbortSignal & { [CONTROLLER]?: AbortController };

/**
 * Creates a controller that {@link controllerOf} finds by its signal. Work for this signal alone needs no second controller
 * to be aborted for another reason; the first reason remains.
 */
export function sharedController(): AbortController {
  const controller = new AbortController();
  (controller.signal as ControlledSignal)[CONTROLLER] = controller;
  return controller;
}

/** The controller of a signal that {@link sharedController} created. */
export function controllerOf(signal: AbortSignal | undefined): AbortController | undefined {
  return (signal as ControlledSignal | undefined)?.[CONTROLLER];
}
