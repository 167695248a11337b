import { signal } from '@preact/signals';
import { storage } from '../shared/storage.ts';

/**
 * Single keys for the list. They can be turned off, because whoever speaks to the computer would press them by accident
 * (WCAG 2.2, 2.1.4).
 */

const OFF = 'keys-off';

export const isOn = signal(storage((one) => one.getItem(OFF)) == null);

/** Turns the keys on or off: in this browser, or for this page alone where nothing can be stored. */
export const turn = (on: boolean): void => {
  isOn.value = on;
  storage((one) => (on ? one.removeItem(OFF) : one.setItem(OFF, '1')));
};
