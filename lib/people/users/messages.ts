import { config } from '../../base/config.ts';
import type { MessageRequest } from '../../storage/outbox/outbox.ts';
import type { OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import { readAt, readTogether } from '../../storage/read.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { addressAt, userAt } from '../../storage/users.ts';
import { mayMail } from './asked-mails.ts';
import { mintCode } from './codes.ts';
import { PASSWORD_LIMIT } from './limits.ts';
import { SECURITY_NOTICES, type SecurityNotice } from './security-notice.ts';
import { readAddress } from './store.ts';
import { linkToken } from './verification-link.ts';

/** The messages about accounts. Each names the user, or an address that may or may not be one's. */
type UserMessageRequest =
  | ({ kind: 'verify_email'; network?: string } & Whom)
  | { kind: 'reset_password'; email: string; network?: string }
  | { kind: 'account_locked'; email: string; minutes?: number }
  | { kind: SecurityNotice; user_id: string; happened_at: string; details: Record<string, string | number> };
type Whom = { user_id: string } | { email: string };

/** The message request where it is one of this area's. */
const asUserMessage = (request: MessageRequest): UserMessageRequest | undefined =>
  ['verify_email', 'reset_password', 'account_locked', ...SECURITY_NOTICES].includes(request.kind)
    ? (request as MessageRequest & UserMessageRequest)
    : undefined;

/**
 * What is to be sent for a request, codes made now: nothing for an address without an account, to verify what is verified
 * already, or where the address has had enough mails of the kind. Who asked can't tell the difference, because asking only
 * wrote the request. `event_id`: the request's, the same whenever the queue tries it again.
 */
export const userMessage = async (event_id: string, requested: MessageRequest): Promise<OutgoingMessage[]> => {
  const request = asUserMessage(requested);
  if (!request) return [];
  if (request.kind === 'verify_email') return verificationMail(event_id, request);
  const user = await findUser(request);
  if (!user) return [];
  const { message, to, context } = addressedTo(user);
  switch (request.kind) {
    case 'reset_password': {
      const { kind, network = '' } = request;
      if (!(await mayMail(user.email, kind, { event_id, network }))) return [];
      const { code, secret } = await mintCode(kind, user.id);
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
      return [{ ...message, kind, to, data: { ...context, ...details, happened_at, link } }];
    }
  }
};

/**
 * The mail by which somebody proves an address. Where it belongs to another account by now, its owner is told instead that
 * somebody tried to sign up with it.
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
  const { code, secret } = await mintCode(kind, user.id);
  const link = page('verify-email', { email: user.email, token: linkToken(user.id, secret) });
  const { message, to, context } = addressedTo(user);
  return [{ ...message, kind, to, code, data: { ...context, code, link } }];
};

const signUpNotice = async (owner_id: string, { event_id }: { event_id: string }): Promise<OutgoingMessage[]> => {
  const kind = 'sign_up_attempted';
  const owner = await readAt(userAt(owner_id));
  if (!owner || !(await mayMail(owner.email, kind, { event_id, network: '' }))) return [];
  const { message, to, context } = addressedTo(owner);
  return [{ ...message, kind, to, data: { ...context, link: page('reset-password', { email: owner.email }) } }];
};

/**
 * How the user is written to. Until the address is verified, whoever signed up with it may be anybody, and what they call
 * themselves is no text to send there: neither as a greeting nor in the mail's header.
 */
const addressedTo = (user: UserItem) => {
  const name = user.email_verified ? `${user.first_name} ${user.last_name}`.trim() : '';
  return {
    message: { channel: 'email', locale: user.locale } as const,
    to: { name, address: user.email },
    context: { name, timezone: user.timezone, brand: { name: PLATFORM } },
  };
};

/** Accounts belong to no organization: these messages speak for the platform itself. */
const PLATFORM = 'Countersign';

/** The address's owner, or where it has none who signed up with it last. */
const findUser = async (request: Whom): Promise<UserItem | undefined> => {
  if ('user_id' in request) return readAt(userAt(request.user_id));
  const { owner, latest } = await readAddress(request.email);
  const [user, signedUp] = await readTogether([userAt(owner.user_id), userAt(latest.user_id)]);
  return user ?? signedUp;
};

// After `#`, which browsers keep to themselves: the code reaches no log and no Referer header.
const page = (path: string, parameters: Record<string, string>): string =>
  `${config.appUrl()}/${path}#${new URLSearchParams(parameters)}`;
