import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { change } from '../../storage/engine/change.ts';
import { readAt } from '../../storage/engine/read.ts';
import {
  recipientProviderAt,
  recipientProviderRecord,
  recipientProvidersOf,
  recipientProviderWrites,
} from '../../storage/recipient-providers.ts';
import type { RecipientProviderItem } from '../../storage/records/identity-provider.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { demandOwn } from '../organizations/organization-store.ts';
import { redirectUri } from './addresses.ts';
import { checkedIssuer } from './issuer.ts';
import type { OidcParty } from './oidc-client.ts';
import { clientOf } from './provider-store.ts';
import type { RecipientProvider, RecipientProviderInput } from './recipient-provider-schema.ts';

/**
 * Providers at which an organization has recipients verified, usually those of other companies. They are apart from the
 * one at which its members sign in: no session, account or membership comes from them.
 */

/** The most providers of one organization. */
const MAX_PROVIDERS = 20;

/** Lists the providers of the caller's organization, by name. One query. */
export const listRecipientProviders = async (
  caller: UserCaller,
  organization_id: string,
): Promise<RecipientProvider[]> => {
  demandOwn(caller, organization_id);
  const found = await recipientProvidersOf(organization_id);
  return found.map(present).sort((a, b) => a.name.localeCompare(b.name));
};

/** Adds a provider. Throws `organization_full`, and `invalid` for an issuer that isn't https. */
export const createRecipientProvider = async (
  caller: UserCaller,
  organization_id: string,
  stated: RecipientProviderInput,
): Promise<RecipientProvider> => {
  demandOwn(caller, organization_id);
  const issuer = checkedIssuer(stated.issuer);
  const id = newId();
  return change(
    () => recipientProvidersOf(organization_id),
    async (known) => {
      if (known.length >= MAX_PROVIDERS)
        return fail('organization_full', { limit: MAX_PROVIDERS, things: 'identity providers for recipients' });
      const at = timestamp();
      const provider = recipientProviderRecord({
        organization_id,
        id,
        version: newId(),
        name: stated.name,
        issuer,
        oidc: await clientOf(stated, id, issuer, undefined),
        created_at: at,
        updated_at: at,
      });
      describeAct({ object: { id, name: stated.name } });
      return { writes: recipientProviderWrites.save(provider, undefined), answer: present(provider) };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

/**
 * Sets a provider as a whole. With another issuer or client it is another one: verifications that have begun are void,
 * and it needs its own secret. Throws `not_found`.
 */
export const updateRecipientProvider = (
  caller: UserCaller,
  organization_id: string,
  id: string,
  stated: RecipientProviderInput,
): Promise<RecipientProvider> => {
  demandOwn(caller, organization_id);
  const issuer = checkedIssuer(stated.issuer);
  return change(
    async () => orFail(await readAt(recipientProviderAt(organization_id, id)), 'not_found'),
    async (before) => {
      const isSame = before.issuer === issuer && before.oidc.client_id === stated.client_id;
      const provider = recipientProviderRecord({
        ...before,
        version: isSame ? before.version : newId(),
        name: stated.name,
        issuer,
        oidc: await clientOf(stated, id, issuer, before),
        updated_at: timestamp(),
      });
      describeAct({
        object: { id, name: stated.name },
        changes: before.issuer === issuer ? [] : [{ member: 'issuer', from: before.issuer, to: issuer }],
      });
      return { writes: recipientProviderWrites.save(provider, before), answer: present(provider) };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

/** Removes a provider: recipients who name it can't be verified until the sender changes that. No error if none. */
export const deleteRecipientProvider = (caller: UserCaller, organization_id: string, id: string): Promise<void> => {
  demandOwn(caller, organization_id);
  return change(
    () => readAt(recipientProviderAt(organization_id, id)),
    (before) => {
      if (!before) return { answer: undefined };
      describeAct({ object: { id, name: before.name } });
      return { writes: recipientProviderWrites.remove(before), answer: undefined };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

/**
 * The provider as a sign-in there needs it. It has its own id in the place of an organization's, so its redirect URI
 * and its secret are no other one's. Throws `provider_not_found`.
 */
export const recipientParty = async (organization_id: string, id: string | null): Promise<RecipientParty> => {
  const found = id === null ? undefined : await readAt(recipientProviderAt(organization_id, id));
  return found ? { ...found, organization_id: found.id } : fail('provider_not_found');
};
export type RecipientParty = OidcParty & Pick<RecipientProviderItem, 'id' | 'name'>;

/** Presents a provider: never its secret. */
const present = ({ id, name, issuer, oidc, created_at, updated_at }: RecipientProviderItem): RecipientProvider => ({
  ...{ id, name, issuer },
  client_id: oidc.client_id,
  has_client_secret: oidc.client_secret !== null,
  redirect_uri: redirectUri(id),
  created_at,
  updated_at,
});
