import { config } from '../../base/config.ts';
import { readAt, readTogether } from '../../storage/engine/read.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { UserMessageRequest, Whom } from '../../storage/outbox/message-request.ts';
import type { OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { addressAt, userAt } from '../../storage/users.ts';
import { PASSWORD_LIMIT } from '../attempts/limits.ts';
import { providerPage } from '../organizations/sign-in-rule.ts';
import { type ClosedToPasswords, closedToPasswords } from '../profiles/profile-store.ts';
import { mayMail } from './asked-mails.ts';
import { issueUserCode } from './codes.ts';
import { linkToken } from './link-token.ts';
import { readAddress } from './user-store.ts';

/**
 * Makes the message for a request, with new codes. Undefined for an address without an account, for an address that is
 * verified already, or after too many mails of the kind. The person who asked can't see the difference, because asking
 * only wrote the request. `event_id`: the request's, the same in every retry of the queue.
 */
export const userMessage = async (event_id: string, request: UserMessageRequest): Promise<OutgoingMessage[]> => {
  if (request.kind === 'verify_email') return verificationMail(event_id, request);
  const user = await findUser(request);
  if (!user) return [];
  const { message, to, context } = await addressedTo(user);
  switch (request.kind) {
    case 'reset_password': {
      const { kind, network = '' } = request;
      if (!(await mayMail(user.email, kind, { event_id, network }))) return [];
      // A password that opens nothing would be refused with the code. One who has only signed up proves the address.
      const closed = user.ttl ? undefined : await closedToPasswords(user);
      if (closed) return [{ ...message, to, ...wayWithoutPassword(closed, context) }];
      const { code, secret } = await issueUserCode(kind, user.id);
      const link = page('reset-password', { email: user.email, code: secret });
      return [{ ...message, kind, to, code, data: { ...context, code, link } }];
    }
    case 'account_locked': {
      const { kind } = request;
      if (!(await mayMail(user.email, kind, { event_id, network: '' }))) return [];
      const link = page('reset-password', { email: user.email });
      const minutes = request.minutes ?? PASSWORD_LIMIT.lockSeconds / 60;
      return [{ ...message, kind, to, data: { ...context, minutes, link } }];
    }
    default: {
      const { kind, happened_at, details } = request;
      const link = page('reset-password', { email: user.email });
      const data = { ...context, ...details, happened_at, link };
      return [{ ...message, kind, to, data } as OutgoingMessage];
    }
  }
};

/** Kind and data of the mail that leads to the provider, or to the passkey, that the organization demands. */
const wayWithoutPassword = <Context>({ organization, demands }: ClosedToPasswords, context: Context) => {
  const data = { ...context, organization_name: organization.name };
  return demands === 'provider'
    ? ({ kind: 'sign_in_at_provider', data: { ...data, link: providerPage(organization.id) } } as const)
    : ({ kind: 'sign_in_with_passkey', data: { ...data, link: `${config.appUrl()}/login` } } as const);
};

/**
 * The mail that verifies an address. If the address belongs to another account by now, its owner is notified of the
 * attempted sign-up instead.
 */
const verificationMail = async (event_id: string, request: { network?: string } & Whom): Promise<OutgoingMessage[]> => {
  const user_id = 'user_id' in request ? request.user_id : (await readAddress(request.email)).latest.user_id;
  const user = await readAt(userAt(user_id));
  if (!user || user.email_verified) return [];
  const asked = { event_id, network: request.network ?? '' };
  const claim = await readAt(addressAt(user.email));
  if (claim && claim.user_id !== user.id) return signUpNotice(claim.user_id, asked);
  const kind = 'verify_email';
  if (!(await mayMail(user.email, kind, asked))) return [];
  const { code, secret } = await issueUserCode(kind, user.id);
  const link = page('verify-email', { email: user.email, token: linkToken(user.id, secret) });
  const { message, to, context } = await addressedTo(user);
  return [{ ...message, kind, to, code, data: { ...context, code, link } }];
};

const signUpNotice = async (owner_id: string, { event_id }: { event_id: string }): Promise<OutgoingMessage[]> => {
  const kind = 'sign_up_attempted';
  const owner = await readAt(userAt(owner_id));
  if (!owner || !(await mayMail(owner.email, kind, { event_id, network: '' }))) return [];
  const { message, to, context } = await addressedTo(owner);
  return [{ ...message, kind, to, data: { ...context, link: page('reset-password', { email: owner.email }) } }];
};

/**
 * Recipient of a mail. Before the address is verified the user may be anybody, so the name that they chose appears
 * neither in the greeting nor in the mail's header. The language is the user's, else that of the organization.
 */
const addressedTo = async (user: UserItem) => {
  const locale = user.locale ?? (await readAt(organizationAt(user.current_organization_id)))?.locale ?? null;
  const name = user.email_verified ? `${user.first_name} ${user.last_name}`.trim() : '';
  return {
    message: { channel: 'email', locale } as const,
    to: { name, address: user.email },
    context: { name, timezone: user.timezone, brand: { name: PLATFORM } },
  };
};

/** Accounts belong to no organization: these messages come from the platform itself. */
const PLATFORM = 'Countersign';

/** The address's owner, else the latest sign-up with it. */
const findUser = async (request: Whom): Promise<UserItem | undefined> => {
  if ('user_id' in request) return readAt(userAt(request.user_id));
  const { owner, latest } = await readAddress(request.email);
  const [user, signedUp] = await readTogether([userAt(owner.user_id), userAt(latest.user_id)]);
  return user ?? signedUp;
};

// In the fragment, which browsers send to nobody: the code reaches no log and no Referer header.
const page = (path: string, parameters: Record<string, string>): string =>
  `${config.appUrl()}/${path}#${new URLSearchParams(parameters)}`;
