import {
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  GetEmailIdentityCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { clientSettings } from '../../aws/client.ts';
import { fail, invalid } from '../../base/errors.ts';
import { DKIM_ZONE } from './email-records.ts';

/** A domain's identity in SES. */
export interface Identity {
  /** Easy DKIM's tokens: names of the three keys that SES signs with. */
  tokens: string[];
  /** The zone in which SES publishes the keys. */
  zone: string;
  /** Undefined while SES can't say. */
  isVerified: boolean | undefined;
  /** SES looked for the keys for three days and has stopped. */
  gaveUp: boolean;
}

/** Tag of identities that the platform made: other identities of the account are never changed. */
const TAG = 'countersign-brand';

let ses: SESv2Client | undefined;
const client = (): SESv2Client => {
  ses ??= new SESv2Client(clientSettings());
  return ses;
};

/**
 * Creates `domain` in SES for this brand. An identity left from an earlier brand is replaced, unless others want it too
 * (`isShared`). Throws `domain_taken` if the account uses the domain for something else: then its records prove nothing
 * about the caller.
 */
export const createIdentity = async (
  domain: string,
  brand_id: string,
  isShared: () => Promise<boolean>,
): Promise<Identity> => {
  try {
    return await create(domain, brand_id);
  } catch (error) {
    if (nameOf(error) !== 'AlreadyExistsException') return rethrow(error);
  }
  const known = await send(() => client().send(new GetEmailIdentityCommand({ EmailIdentity: domain })));
  if (!known.Tags?.some(({ Key }) => Key === TAG)) return fail('domain_taken', { domain });
  if (await isShared()) return asIdentity(known);
  await deleteIdentity(domain);
  return send(() => create(domain, brand_id));
};

/** Reads the domain's state in SES; undefined if SES doesn't know it. */
export const readIdentity = async (domain: string): Promise<Identity | undefined> => {
  try {
    return asIdentity(await client().send(new GetEmailIdentityCommand({ EmailIdentity: domain })));
  } catch (error) {
    return nameOf(error) === 'NotFoundException' ? undefined : rethrow(error);
  }
};

/** Deletes the domain from SES. No error if it is absent. */
export const deleteIdentity = async (domain: string): Promise<void> => {
  try {
    await client().send(new DeleteEmailIdentityCommand({ EmailIdentity: domain }));
  } catch (error) {
    if (nameOf(error) !== 'NotFoundException') rethrow(error);
  }
};

const create = async (domain: string, brand_id: string): Promise<Identity> => {
  const Tags = [{ Key: TAG, Value: brand_id }];
  return asIdentity(await client().send(new CreateEmailIdentityCommand({ EmailIdentity: domain, Tags })));
};

interface Answer {
  VerifiedForSendingStatus?: boolean | undefined;
  DkimAttributes?:
    | { Status?: string | undefined; Tokens?: string[] | undefined; SigningHostedZone?: string | undefined }
    | undefined;
}

const asIdentity = ({ VerifiedForSendingStatus, DkimAttributes = {} }: Answer): Identity => ({
  tokens: DkimAttributes.Tokens ?? [],
  zone: DkimAttributes.SigningHostedZone ?? DKIM_ZONE,
  isVerified:
    DkimAttributes.Status === 'TEMPORARY_FAILURE'
      ? undefined
      : VerifiedForSendingStatus === true && DkimAttributes.Status === 'SUCCESS',
  gaveUp: DkimAttributes.Status === 'FAILED',
});

const send = async <T>(command: () => Promise<T>): Promise<T> => {
  try {
    return await command();
  } catch (error) {
    return rethrow(error);
  }
};

/** SES limits these calls to one a second. */
const rethrow = (error: unknown): never => {
  switch (nameOf(error)) {
    case 'TooManyRequestsException':
      return fail('too_many_requests', { seconds: 5 });
    case 'ConcurrentModificationException':
      return fail('unavailable');
    case 'BadRequestException':
      return invalid('subdomain', 'is not a domain that mails can be sent from');
    default:
      throw error;
  }
};

const nameOf = (error: unknown): string => (error as Error).name;
