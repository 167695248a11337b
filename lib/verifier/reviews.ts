import { reopenedIn, type Trail, type TrailEvent } from './trail.ts';

/** A reviewer who sent the envelope back, and what the chain says of it. */
export interface ReviewCheck {
  role_name: string;
  /** Roles that were chosen. */
  back_to: readonly string[];
  holds: boolean;
  event: number;
}

/** Times that an envelope may be sent back. */
const MOST = 10;

/**
 * Follows the signatures that stand: only a reviewer (`reviewers` of `envelope:created`) sends back, to those whose
 * signatures stand, and with them all who signed after the first of them are asked again, nobody else. Each of them
 * signs anew, or isn't needed any more, before the envelope is complete.
 */
export const checkReviews = ({ events }: Trail): ReviewCheck[] => {
  const created = events.find(({ event }) => event === 'envelope:created');
  const reviewers = textsIn(created?.data.reviewers);
  const standing = new Map<string, number>();
  const asked = new Map<string, ReviewCheck>();
  const found: ReviewCheck[] = [];
  for (const one of events) {
    const { event, event_detail, role_name, sequence } = one;
    if (event === 'recipient:sent_back') {
      const check: ReviewCheck = {
        role_name,
        back_to: textsIn(one.data.back_to),
        holds: reviewers.includes(role_name) && found.length < MOST && isRight(one, standing),
        event: sequence,
      };
      found.push(check);
      for (const role of reopenedIn(one)) {
        standing.delete(role);
        asked.set(role, check);
      }
    } else if (event === 'recipient:signed') {
      standing.set(role_name, sequence);
    } else if (event === 'owner:updated_recipient_info' && event_detail === 'reset') {
      standing.delete(role_name);
    } else if (event === 'envelope:completed') {
      for (const check of asked.values()) check.holds = false;
    }
    if (ENDING.includes(event)) asked.delete(role_name);
  }
  return found;
};

/** Events after which a recipient who was asked again has nothing to do. */
const ENDING = ['recipient:signed', 'recipient:released', 'recipient:skipped', 'recipient:declined'];

const isRight = (event: TrailEvent, standing: ReadonlyMap<string, number>): boolean => {
  const back_to = textsIn(event.data.back_to);
  const places = back_to.map((role) => standing.get(role) ?? Number.NaN);
  const first = Math.min(...places);
  const due = [...standing].filter(([, place]) => place >= first).map(([role]) => role);
  const isSame = due.sort().join('\n') === reopenedIn(event).sort().join('\n');
  return back_to.length > 0 && !Number.isNaN(first) && !standing.has(event.role_name) && isSame;
};

const textsIn = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : []);
