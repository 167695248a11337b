import type { Bureau } from './bureau.ts';
import { sandbox } from './sandbox.ts';

/** The bureau that recipients are checked by. There is only the sandbox so far: it knows nobody and says so in the certificate. */
export const bureau: Bureau = sandbox;
