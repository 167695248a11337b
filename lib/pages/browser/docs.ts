import { offerCopies } from './docs/copy.ts';
import { startFinding } from './docs/find.ts';
import { markCurrent, startGoing } from './docs/go.ts';
import { keepLanguage } from './docs/language.ts';
import { offerTry } from './docs/try.ts';

/** All that a page of the reference gets from its script; it can be read without. */
const prepare = (): void => {
  markCurrent();
  offerCopies();
  keepLanguage();
  offerTry();
};

startFinding();
startGoing(prepare);
prepare();
