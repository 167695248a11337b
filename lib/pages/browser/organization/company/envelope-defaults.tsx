import { textIn } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { Setting, SettingsForm } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import type { Organization } from './answers.ts';
import { Block } from './block.tsx';
import { typedDays } from './retention.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Days that one may choose for reminders. */
const REMINDERS = [1, 2, 3, 5, 7, 14];

/** Bounds of the API. */
const BOUNDS = { max_reminder_days: [0, 366], expires_after_days: [1, 3650] } as const;

/** Members of the API's `envelope_defaults`, by whose names it refuses them. */
const nameOf = (member: string): string => `envelope_defaults.${member}`;

/** Reminders and expiry of new envelopes that say nothing of them themselves. */
export const EnvelopeDefaults = ({
  of: { envelope_defaults },
  save,
}: {
  of: Organization;
  save: (change: object) => Promise<void>;
}) => {
  const keep = (given: FormData): Promise<void> =>
    save({
      envelope_defaults: {
        initial_reminder: Number(textIn(given, nameOf('initial_reminder'))) || null,
        followup_reminders: Number(textIn(given, nameOf('followup_reminders'))) || null,
        max_reminder_days: daysIn(given, 'max_reminder_days'),
        expires_after_days: daysIn(given, 'expires_after_days'),
      },
    });
  return (
    <Block title={w.setDefaults} about={w.setDefaultsAbout}>
      <SettingsForm save={keep}>
        <DelaySetting
          member="initial_reminder"
          label={w.setRemind}
          about={w.setRemindAbout}
          words={w.setRemindAfter}
          value={envelope_defaults?.initial_reminder ?? null}
        />
        <DelaySetting
          member="followup_reminders"
          label={w.setRemindAgain}
          words={w.setRemindEvery}
          value={envelope_defaults?.followup_reminders ?? null}
        />
        <DaysSetting
          member="max_reminder_days"
          label={w.setRemindEnd}
          about={w.setRemindEndAbout}
          value={envelope_defaults?.max_reminder_days ?? null}
        />
        <DaysSetting
          member="expires_after_days"
          label={w.setExpire}
          about={w.setExpireAbout}
          value={envelope_defaults?.expires_after_days ?? null}
        />
      </SettingsForm>
    </Block>
  );
};

const daysIn = (given: FormData, member: keyof typeof BOUNDS): number | null => {
  const [least, most] = BOUNDS[member];
  const days = typedDays(textIn(given, nameOf(member)), least, most);
  if (days === undefined) throw new InputRefused(nameOf(member), say(w.setDaysBad, { least, most }));
  return days;
};

/** A delay in milliseconds. One that programs have set and the list lacks is one of the choices. */
const DelaySetting = ({
  member,
  label,
  about,
  words,
  value,
}: {
  member: string;
  label: string;
  about?: string;
  words: Parameters<typeof say>[0];
  value: number | null;
}) => {
  const days = value === null ? [] : [value / DAY];
  const choices = [...new Set([...REMINDERS, ...days])].sort((one, other) => one - other);
  return (
    <Setting name={nameOf(member)} label={label} about={about}>
      {(control) => (
        <select {...control}>
          <option value="" selected={value === null}>
            {w.setRemindNone}
          </option>
          {choices.map((count) => (
            <option key={count} value={String(count * DAY)} selected={count * DAY === value}>
              {say(words, { count })}
            </option>
          ))}
        </select>
      )}
    </Setting>
  );
};

const DaysSetting = ({
  member,
  label,
  about,
  value,
}: {
  member: string;
  label: string;
  about: string;
  value: number | null;
}) => (
  <Setting name={nameOf(member)} label={label} about={about}>
    {(control) => (
      <input
        {...control}
        class="days"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        defaultValue={value === null ? '' : String(value)}
      />
    )}
  </Setting>
);
