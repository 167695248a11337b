import { useShaper } from './fonts.ts';
import { plainText, type Weight } from './plain-text.ts';

let loading: Promise<void> | undefined;

/**
 * Loads what shapes texts if one of these needs it, set in one of these weights. Most documents have none, and functions
 * that write no texts of people carry nothing of it.
 */
export const prepareTexts = async (
  texts: readonly (string | undefined)[],
  weights: readonly Weight[] = ['regular'],
): Promise<void> => {
  if (texts.every((text = '') => weights.every((weight) => plainText(text, weight) !== undefined))) return;
  loading ??= import('./shaper.ts').then(useShaper);
  return loading;
};
