import { setTimeout } from 'node:timers/promises';
import { keyFingerprint } from '../lib/aws/keys/fingerprint.ts';
import { issueSealCertificate } from '../lib/aws/keys/seal-certificate.ts';
import { publicJwk, publicKey } from '../lib/aws/keys/signing-key.ts';
import { now } from '../lib/base/clock.ts';
import { customResource } from './custom-resource.ts';

/** Validity of the certificate that deployment issues. */
const YEARS = 10;

/**
 * Runs at deployment and makes values for the functions' environments. `Custom::TokenKeys` returns the public keys of
 * one kind of tokens, the current one first. `Custom::SealCertificate` makes a certificate that the seal key signs
 * itself, and names former seal keys. CloudFormation calls it again only when one of its properties changes, and keeps
 * the result. A repeated call makes another certificate of the same key; a deletion has nothing to undo.
 */
export const handler = customResource(async ({ RequestType, ResourceType, ResourceProperties }) => {
  if (RequestType === 'Delete') return {};
  return patiently(
    (): Promise<Record<string, string>> =>
      ResourceType === 'Custom::TokenKeys'
        ? tokenKeys(ResourceProperties as unknown as { Keys: string[] })
        : sealCertificate(ResourceProperties as unknown as SealProperties),
  );
});

interface SealProperties {
  /** The current seal key, then the former ones. */
  Keys: [string, ...string[]];
  Subject: string;
  /** The key of the certificate that a CA issued to the owner; empty if there is none. */
  CertifiedKey: string;
}

/** Retries, because a new role may not be known everywhere yet. */
const patiently = async <T>(attempt: () => Promise<T>, tries = 6): Promise<T> => {
  try {
    return await attempt();
  } catch (error) {
    if ((error as Error).name !== 'AccessDeniedException' || tries <= 1) throw error;
    await setTimeout(5000);
    return patiently(attempt, tries - 1);
  }
};

const tokenKeys = async ({ Keys }: { Keys: string[] }) => ({
  TokenJwks: JSON.stringify({ keys: await Promise.all(Keys.map(publicJwk)) }),
});

const sealCertificate = async ({ Keys: [key, ...former], Subject, CertifiedKey }: SealProperties) => {
  if (CertifiedKey && CertifiedKey !== keyFingerprint(await publicKey(key))) {
    throw new Error('The certificate in the context value sealCertificate was not issued for the seal key');
  }
  const fingerprints = await Promise.all(former.map(async (one) => keyFingerprint(await publicKey(one))));
  return {
    SealCertificate: await issueSealCertificate({ key, subject: Subject, validFrom: now(), years: YEARS }),
    FormerSealKeys: fingerprints.join(','),
  };
};
