import { ActionFailure, type Act } from './action.js';
import { findElement } from './find-element.js';

/** Longest wait for an element. */
const LONGEST_MS = 30_000;
const RESERVE_MS = 300;

export const wait: Act = async (scene, { milliseconds, selector }) => {
  if (typeof selector === 'string') await findElement(scene, selector, LONGEST_MS);
  else if (typeof milliseconds === 'number') await scene.budget.wait(milliseconds, RESERVE_MS);
  else throw new ActionFailure('needs milliseconds or a selector');
};
