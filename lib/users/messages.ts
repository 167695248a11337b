import { config } from '../config.ts';
import type { MessageRequest } from '../outbox/outbox.ts';
import type { OutgoingMessage } from '../outbox/outgoing.ts';
import { getItem } from '../table/client.ts';
import { emailKey, userKey } from '../table/keys.ts';
import { mintCode } from './codes.ts';
import { PASSWORD_LIMIT } from './limits.ts';
import type { EmailItem, UserItem } from './record.ts';
import { SECURITY_NOTICES, type SecurityNotice } from './security-notice.ts';

/** The messages about accounts. Each names the user, or an address that may or may not be one's. */
type UserMessageRequest =
  | { kind: 'verify_email'; user_id: string }
  | { kind: 'verify_email' | 'reset_password'; email: string }
  | { kind: 'account_locked'; email: string; minutes?: number }
  | { kind: SecurityNotice; user_id: string; happened_at: string; details: Record<string, string | number> };

/** Whether a message request is one of this area's. */
const isUserMessage = (request: MessageRequest): request is UserMessageRequest & MessageRequest =>
  ['verify_email', 'reset_password', 'account_locked', ...SECURITY_NOTICES].includes(request.kind);

/**
 * What is to be sent for a request, codes made now: nothing for an address without an account, or to verify what is
 * verified already. Who asked can't tell the difference, because asking only wrote the request.
 */
export const userMessage = async (request: MessageRequest): Promise<OutgoingMessage[]> => {
  if (!isUserMessage(request)) return [];
  const user = await findUser(request);
  if (!user || (request.kind === 'verify_email' && user.email_verified)) return [];
  const name = `${user.first_name} ${user.last_name}`.trim();
  const message = { channel: 'email', kind: request.kind, locale: user.locale } as const;
  const to = { name, address: user.email };
  const context = { name, timezone: user.timezone, brand: { name: PLATFORM } };
  switch (request.kind) {
    case 'verify_email': {
      const code = await mintCode('verify_email', user.id);
      const link = page('verify-email', { email: user.email, token: code });
      return [{ ...message, to, code, data: { ...context, code, link } }];
    }
    case 'reset_password': {
      const code = await mintCode('reset_password', user.id);
      const link = page('reset-password', { email: user.email, code });
      return [{ ...message, to, code, data: { ...context, code, link } }];
    }
    case 'account_locked': {
      const link = page('reset-password', { email: user.email });
      return [
        { ...message, to, data: { ...context, minutes: request.minutes ?? PASSWORD_LIMIT.lockSeconds / 60, link } },
      ];
    }
    default: {
      const { happened_at, details } = request;
      const link = page('reset-password', { email: user.email });
      return [{ ...message, to, data: { ...context, ...details, happened_at, link } }];
    }
  }
};

/** Accounts belong to no organization: these messages speak for the platform itself. */
const PLATFORM = 'Countersign';

const findUser = async (request: UserMessageRequest): Promise<UserItem | undefined> => {
  if ('user_id' in request) return getItem<UserItem>(userKey(request.user_id));
  const claim = await getItem<EmailItem>(emailKey(request.email));
  return claim ? getItem<UserItem>(userKey(claim.user_id)) : undefined;
};

// After `#`, which browsers keep to themselves: the code reaches no log and no Referer header.
const page = (path: string, parameters: Record<string, string>): string =>
  `${config.appUrl()}/${path}#${new URLSearchParams(parameters)}`;
