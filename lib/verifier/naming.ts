import { listOrNone, type Trail, type TrailEvent } from './trail.ts';

/** A recipient whom another one was to put in, and what the chain says of it. */
export interface NamingCheck {
  role_name: string;
  named_by: string;
  /** `open`: nobody is put in yet, or the sender has named the person. */
  result: 'holds' | 'other' | 'open';
  /** Number of the event that put the person in, or of the one that doesn't fit. */
  event: number;
}

interface Followed extends NamingCheck {
  maySelf: boolean;
  /** The address of the person as the chain gives it last; null while there is no person. */
  email: string | null;
}

/**
 * Recomputes who was put in by whom (`named_by` of `envelope:created`): the signature of whoever was to puts the person
 * in, in the event right after it, nobody else does, not with the own address unless the sender allows it, and whoever
 * signs in the role has the address that was given last.
 */
export const checkNamings = ({ events }: Trail): NamingCheck[] => {
  const created = events.find(({ event }) => event === 'envelope:created');
  const roles = listOrNone(created?.data.named_by).map(
    ({ role_name, named_by, may_name_self }): Followed => ({
      role_name: String(role_name),
      named_by: String(named_by),
      maySelf: may_name_self === true,
      email: null,
      result: 'open',
      event: 0,
    }),
  );
  let binding: TrailEvent | undefined;
  for (const event of events) {
    if (event.event === 'recipient:signed') binding = event;
    for (const role of roles) if (role.result !== 'other') follow(role, event, binding);
    const isStray = event.event === 'recipient:named' && !roles.some(({ role_name }) => role_name === event.role_name);
    if (isStray) {
      const { role_name, sequence } = event;
      roles.push({ role_name, named_by: '–', maySelf: false, email: null, result: 'other', event: sequence });
    }
  }
  return roles.map(({ role_name, named_by, result, event }) => ({ role_name, named_by, result, event }));
};

/** An address without its ASCII case, in which alone two of the same mailbox differ (RFC 5321 2.4). */
const folded = (email: string): string =>
  email.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));

const follow = (role: Followed, event: TrailEvent, binding: TrailEvent | undefined): void => {
  const { event: name, role_name, data, sequence } = event;
  if (name === 'owner:updated_recipient_info' && event.event_detail === 'reset' && role_name === role.named_by) {
    if (role.result === 'holds') Object.assign(role, { result: 'open', event: 0, email: null });
    return;
  }
  if (role_name !== role.role_name) return;
  let fits = true;
  if (name === 'recipient:named') {
    const given = listOrNone(binding?.data.named).find((one) => one.role_name === role_name);
    const email = String(given?.email ?? '');
    const isSelf = email !== '' && folded(email) === folded(binding?.actor.email ?? '');
    fits = given !== undefined && binding?.role_name === role.named_by && data.by === role.named_by;
    fits &&= !isSelf || role.maySelf;
    Object.assign(role, { email, result: 'holds', event: sequence });
  } else if (name === 'owner:updated_recipient_info') {
    const changed = changedEmail(data.changed);
    if (changed !== undefined) role.email = changed;
    else if (role.result === 'open' && role.email === null && isNamedIn(data.changed)) role.email = '';
  } else if (name === 'recipient:delegated') {
    role.email = String(data.email ?? '');
  } else if (name === 'recipient:signed') {
    const { email } = event.actor;
    fits = role.email !== null && (!email || folded(role.email) === folded(email));
  }
  if (!fits) Object.assign(role, { result: 'other', event: sequence });
};

type Changed = { email?: { to?: unknown }; first_name?: unknown; last_name?: unknown };

const changedEmail = (changed: unknown): string | undefined => {
  const to = (changed as Changed | undefined)?.email?.to;
  return typeof to === 'string' ? to : undefined;
};

const isNamedIn = (changed: unknown): boolean => {
  const { first_name, last_name } = (changed ?? {}) as Changed;
  return first_name !== undefined || last_name !== undefined;
};
