import type { KeyObject } from 'node:crypto';
import { sha256 } from '../../base/ids.ts';

/** SHA-256 of the key's SubjectPublicKeyInfo in DER, hexadecimal: the same for every certificate of the key. */
export const keyFingerprint = (key: KeyObject): string => sha256(key.export({ type: 'spki', format: 'der' }));
