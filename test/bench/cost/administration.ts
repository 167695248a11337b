import { HOUR, MINUTE, now, SECOND } from '../../../lib/base/clock.ts';
import { isAdministrationEvent } from '../../../lib/storage/engine/keys.ts';
import type { Api } from '../../api.ts';
import type { AwsCall, Run } from '../../aws-calls.ts';
import { signIn } from '../../members/member.ts';
import { ok } from '../../stories/envelope.ts';

/** Uses of AWS that follow from an act of administration being an event. */
interface ActUses {
  /** Write units of the event in the act's own write, and of the transaction that it makes of that. */
  ownUnits: number;
  /** The runs that link the event to the chain of its organization. */
  linking: Run[];
  /** Write units by which the schedule takes the due entry of the chain's head away. */
  dueUnits: number;
  /** The runs that put the head into the log of evidence at the full hour. */
  logging: Run[];
}

const ofLog = (runs: readonly Run[]): Run[] =>
  runs.filter(({ name, calls }) => name === 'write-log' && calls.length > 0);

/** A transaction doubles the units of its writes: with a single one beside the event there would be none. */
const unitsOfEvent = ({ command, touched, units }: AwsCall, event: object): number => {
  const size = Math.ceil(JSON.stringify(event).length / 1024);
  if (command !== 'TransactWrite') return size;
  const others = units - 2 * size;
  return 2 * size + (touched.length === 2 ? others / 2 : 0);
};

/**
 * Plays an act that is the only one of its hour on the whole platform, up to the log of evidence. `taken` returns the
 * runs since its last call.
 */
export const playAct = async (api: Api, taken: () => Run[]): Promise<ActUses> => {
  const person = await api.signUp();
  const advanceTo = async (time: number) => {
    await api.settle();
    const left = HOUR - (now().getTime() % HOUR) + time;
    await api.advance(`PT${Math.ceil(left / SECOND)}S`);
    await api.settle();
  };
  // A token that is taken in the middle of an hour is good in the next one, of which the sign-in is no act.
  await advanceTo(30 * MINUTE);
  person.token = (await signIn(api, person)).token;
  await advanceTo(5 * SECOND);
  taken();

  const contact = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };
  ok(await api.as(person).createOrganizationContact({ body: contact }));
  await api.settle();
  const act = taken();
  const carriers = act.flatMap(({ calls }) => calls).filter(({ written }) => written.some(isAdministrationEvent));
  const [carrier] = carriers.filter(({ touched }) => touched.some((key) => !isAdministrationEvent(key)));
  const event = carrier?.written.find(isAdministrationEvent);
  if (!carrier || !event) throw new Error('The act has no event');
  await advanceTo(5 * SECOND);
  const hour = taken();
  const schedule = hour.filter(({ name }) => name === 'run-schedule').flatMap(({ calls }) => calls);
  return {
    ownUnits: unitsOfEvent(carrier, event),
    linking: ofLog(act),
    dueUnits: schedule.filter(({ command }) => command === 'BatchWrite').reduce((sum, { units }) => sum + units, 0),
    logging: ofLog(hour),
  };
};
