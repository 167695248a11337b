import { listOrNone, reopenedIn, type Trail, type TrailEvent } from './trail.ts';

/** A signature for a group with a shared mailbox. */
export interface GroupCheck {
  role_name: string;
  /** Name of whoever signed, as that person said it. */
  by: string;
  /** False where the session that signed had not taken it for the group, or named another person. */
  holds: boolean;
  event: number;
}

interface Holder {
  session: string | undefined;
  name: string;
}

/** Changes by which a recipient becomes somebody else, or is verified otherwise: nobody has it after them. */
const ENDING = ['first_name', 'last_name', 'email', 'phone', 'auth_methods', 'phone_auth', 'passcode'];

/**
 * Follows who had the envelope for each group (`groups` of `envelope:created`), and compares that with who signed: the
 * same session, under the name that was said when it was taken. The last signature of each role counts.
 */
export const checkGroups = ({ events }: Trail): GroupCheck[] => {
  const created = events.find(({ event }) => event === 'envelope:created');
  const groups = new Map(
    listOrNone(created?.data.groups).map(({ role_name }) => [String(role_name), null as Holder | null]),
  );
  const found = new Map<string, GroupCheck>();
  for (const event of events) {
    const { role_name, data, sequence } = event;
    for (const role of event.event === 'recipient:sent_back' ? reopenedIn(event) : []) found.delete(role);
    const holder = groups.get(role_name);
    if (event.event === 'recipient:signed' && (holder !== undefined || data.group !== undefined)) {
      const by = String((data.group as { by?: unknown } | undefined)?.by ?? '–');
      const holds = Boolean(holder) && holder?.session === event.actor.session && holder?.name === by;
      found.set(role_name, { role_name, by, holds, event: sequence });
    }
    if (holder === undefined) continue;
    if (event.event === 'recipient:taken') {
      groups.set(role_name, { session: event.actor.session, name: String(data.name ?? '') });
    } else if (isEnding(event)) {
      groups.set(role_name, null);
      if (event.event_detail === 'reset') found.delete(role_name);
    }
  }
  return [...found.values()];
};

const isEnding = ({ event, event_detail, data }: TrailEvent): boolean =>
  event === 'recipient:given_back' ||
  (event === 'owner:updated_recipient_info' &&
    (event_detail === 'reset' || ENDING.some((name) => name in Object(data.changed))));
