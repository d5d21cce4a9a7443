import { NoAnswerError } from '../browser/browser-errors.js';
import { ActionFailure, type Act } from './action.js';
import { findElement } from './find-element.js';

/** Longest wait for an element. */
const LONGEST_MS = 30_000;
const RESERVE_MS = 300;

export const wait: Act = async (scene, { milliseconds, selector }) => {
  if (typeof selector === 'string') await findElement(scene, selector, LONGEST_MS);
  else if (typeof milliseconds !== 'number') throw new ActionFailure('needs milliseconds or a selector');
  else if (!(await scene.budget.wait(milliseconds, RESERVE_MS)))
    throw new NoAnswerError('there was no time for the wait');
};
