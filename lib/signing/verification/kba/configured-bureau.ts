import type { Bureau } from './bureau.ts';
import { sandbox } from './sandbox.ts';

/** The configured bureau. Only the sandbox exists so far: it knows nobody, and the certificate says so. */
export const bureau: Bureau = sandbox;
