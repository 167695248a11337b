import { useShaper } from './fonts.ts';
import { plainText, type Weight } from './plain-text.ts';

let loading: Promise<void> | undefined;

/**
 * Loads the shaper if one of these texts needs it in one of these weights. Most documents have no such text, and
 * functions that write no texts of people don't bundle it.
 */
export const prepareTexts = async (
  texts: readonly (string | undefined)[],
  weights: readonly Weight[] = ['regular'],
): Promise<void> => {
  if (texts.every((text = '') => weights.every((weight) => plainText(text, weight) !== undefined))) return;
  loading ??= import('./shaper.ts').then(useShaper);
  return loading;
};
