import { setTimeout } from 'node:timers/promises';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { now } from '../lib/clock.ts';
import { issueSealCertificate } from '../lib/keys/certificate.ts';
import { publicJwk } from '../lib/keys/signing-key.ts';

/** How long the certificate that deployment issues is valid. */
const YEARS = 10;

/**
 * Runs once, at deployment: reads the public half of the token key and issues the seal key's own certificate, because
 * both have to stand in the environment of functions. CloudFormation calls it again only when a key or the subject
 * changes, and keeps what it answered; a repeated call merely makes another certificate of the same key.
 */
export const handler = async (event: CloudFormationCustomResourceEvent): Promise<void> => {
  try {
    const Data = event.RequestType === 'Delete' ? {} : await patiently(() => keyMaterial(event));
    await answer(event, { Status: 'SUCCESS', Data });
  } catch (error) {
    await answer(event, { Status: 'FAILED', Reason: (error as Error).message });
  }
};

/** A role that was made a moment ago may not be known everywhere yet. */
const patiently = async <T>(attempt: () => Promise<T>, tries = 6): Promise<T> => {
  try {
    return await attempt();
  } catch (error) {
    if ((error as Error).name !== 'AccessDeniedException' || tries <= 1) throw error;
    await setTimeout(5000);
    return patiently(attempt, tries - 1);
  }
};

const keyMaterial = async (event: CloudFormationCustomResourceEvent) => {
  const { TokenKey, SealKey, Subject } = event.ResourceProperties;
  return {
    TokenJwks: JSON.stringify({ keys: [await publicJwk(TokenKey)] }),
    SealCertificate: await issueSealCertificate({ key: SealKey, subject: Subject, validFrom: now(), years: YEARS }),
  };
};

const answer = async (
  event: CloudFormationCustomResourceEvent,
  result: { Status: string; Data?: Record<string, string>; Reason?: string },
): Promise<void> => {
  const { StackId, RequestId, LogicalResourceId } = event;
  const PhysicalResourceId = LogicalResourceId;
  const body = JSON.stringify({ StackId, RequestId, LogicalResourceId, PhysicalResourceId, ...result });
  // The pre-signed address was signed for a request without a content type.
  await fetch(event.ResponseURL, { method: 'PUT', headers: { 'content-type': '' }, body });
};
