import { listOrNone, reopenedIn, type Trail, type TrailEvent } from './trail.ts';

/** A step of which some recipients were enough, and what the chain says of it. */
export interface StepCheck {
  sequence: number;
  needs: number;
  count: number;
  /** Roles that signed for it. */
  signed: readonly string[];
  /** `open`: not done yet. */
  result: 'holds' | 'other' | 'open';
  /** Number of the event that doesn't fit; 0 where there is none. */
  event: number;
}

interface Step {
  sequence: number;
  needs: number;
  roles: readonly string[];
  signed: Set<string>;
  released: Set<string>;
  declined: Set<string>;
  /** All of its roles have one condition: all are skipped, or none. */
  skipped: Set<string>;
  wrong: number;
}

/**
 * Recomputes the steps of `envelope:created` of which some are enough: never more than needed have signed, nobody was
 * released before so many had, and the envelope went on after a refusal only while enough were left. Nothing for an
 * envelope without such steps.
 */
export const checkSteps = ({ events }: Trail): StepCheck[] => {
  const created = events.find(({ event }) => event === 'envelope:created');
  const steps = listOrNone(created?.data.steps).map(readStep);
  for (const event of events) {
    if (event.event === 'recipient:sent_back') for (const step of steps) reopen(step, reopenedIn(event));
    const step = steps.find(({ roles }) => roles.includes(event.role_name));
    if (step) follow(step, event);
  }
  const isComplete = events.some(({ event }) => event === 'envelope:completed');
  return steps.map((step) => {
    const { sequence, needs, roles, signed, wrong } = step;
    const isSkipped = roles.every((role) => step.skipped.has(role));
    const isDone = isSkipped || (signed.size === needs && roles.every((role) => isThrough(step, role)));
    const said = { sequence, needs, count: roles.length, signed: [...signed].sort(), event: wrong };
    if (wrong > 0 || (isComplete && !isDone)) return { ...said, result: 'other' };
    return { ...said, result: isDone && !isSkipped ? 'holds' : 'open' };
  });
};

const isThrough = ({ signed, released, declined }: Step, role: string): boolean =>
  signed.has(role) || released.has(role) || declined.has(role);

const readStep = ({ sequence, step_needs, roles }: Record<string, unknown>): Step => ({
  sequence: typeof sequence === 'number' ? sequence : 0,
  needs: typeof step_needs === 'number' ? step_needs : 0,
  roles: Array.isArray(roles) ? roles.map(String) : [],
  signed: new Set(),
  released: new Set(),
  declined: new Set(),
  skipped: new Set(),
  wrong: 0,
});

/** Takes out the signatures of those who are asked again: a step that isn't done without them has nobody released. */
const reopen = ({ signed, released, needs }: Step, roles: readonly string[]): void => {
  for (const role of roles) signed.delete(role);
  if (signed.size < needs) released.clear();
};

const follow = (step: Step, { event, event_detail, role_name, data, sequence }: TrailEvent): void => {
  const { signed, released, declined, skipped, needs, roles } = step;
  let fits = true;
  if (event === 'recipient:signed') {
    signed.add(role_name);
    // Its condition was decided anew.
    skipped.delete(role_name);
    fits = signed.size <= needs && !released.has(role_name) && !declined.has(role_name);
  } else if (event === 'recipient:released') {
    released.add(role_name);
    const named = Array.isArray(data.signed) ? data.signed.map(String) : [];
    const isNamed = named.length === signed.size && named.every((role) => signed.has(role));
    fits = signed.size === needs && data.step_needs === needs && isNamed && !signed.has(role_name);
  } else if (event === 'recipient:skipped') {
    skipped.add(role_name);
  } else if (event === 'recipient:declined') {
    declined.add(role_name);
    fits = roles.length - declined.size >= needs === (data.goes_on === true);
  } else if (event === 'owner:updated_recipient_info' && event_detail === 'reset') {
    signed.delete(role_name);
    declined.delete(role_name);
    // A later step's condition may ask for a value that has changed: it is decided anew.
    skipped.clear();
    if (signed.size < needs) released.clear();
  }
  if (!fits) step.wrong ||= sequence;
};
