import { useSignal } from '@preact/signals';
import { Choice, textIn } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { spokenLocale } from '../../shared/words/spoken.ts';
import { ask } from '../../user/session.ts';
import { Setting, SettingsForm } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import { Shown, useAnswer } from './answer.tsx';
import type { Organization, PipelineSettings } from './answers.ts';
import { Block } from './block.tsx';
import { LanguageSetting, LinesSetting, TextSetting, ZoneSetting } from './controls.tsx';
import { EnvelopeDefaults } from './envelope-defaults.tsx';
import { LogoForm } from './logo-form.tsx';
import { adoptOrganization, ownPath } from './own.ts';
import { aheadOf, typedDays } from './retention.ts';

/**
 * Settings of the organization: its details, language, disclosures, reminders and expiry, how long things are kept, and
 * its files.
 */
export const Settings = () => {
  const organization = useAnswer(() => ask<Organization>('GET', ownPath()));
  const save = async (change: object): Promise<void> => {
    const saved = await ask<Organization>('PATCH', ownPath(), change);
    organization.value.value = saved;
    adoptOrganization(saved);
  };
  return (
    <Shown of={organization}>
      {(found) => (
        <>
          <Details of={found} save={save} />
          <Block title={w.setLogo}>
            <LogoForm
              url={found.full_logo_url}
              about={w.setLogoAbout}
              save={save}
              remove={() => save({ full_logo_url: null })}
            />
          </Block>
          <Language of={found} save={save} />
          <Disclosures of={found} save={save} />
          <EnvelopeDefaults of={found} save={save} />
          <Retention of={found} save={save} />
          <Files />
        </>
      )}
    </Shown>
  );
};

interface Part {
  of: Organization;
  save: (change: object) => Promise<void>;
}

/** The texts of a form by name; empty ones are null. */
const textsIn = (given: FormData, names: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(names.map((name) => [name, textIn(given, name) || null]));

const DETAILS = ['name', 'contact_email', 'phone', 'address', 'address2', 'url'];

const Details = ({ of, save }: Part) => (
  <Block title={w.setDetails} about={w.setDetailsAbout}>
    <SettingsForm save={(given) => save(textsIn(given, DETAILS))}>
      <TextSetting name="name" label={w.setName} about={w.setNameAbout} value={of.name} required />
      <TextSetting
        name="contact_email"
        label={w.setContact}
        about={w.setContactAbout}
        value={of.contact_email}
        type="email"
      />
      <TextSetting name="phone" label={w.setPhone} value={of.phone} type="tel" maxLength={40} />
      <TextSetting name="address" label={w.setAddress} value={of.address} />
      <TextSetting name="address2" label={w.setAddress2} value={of.address2} />
      <TextSetting name="url" label={w.setUrl} value={of.url} type="url" maxLength={2000} />
    </SettingsForm>
  </Block>
);

const Language = ({ of, save }: Part) => (
  <Block title={w.setLanguage} about={w.setLanguageAbout}>
    <SettingsForm save={(given) => save(textsIn(given, ['locale', 'timezone']))}>
      <LanguageSetting
        name="locale"
        label={w.setLocale}
        about={w.setLocaleAbout}
        value={of.locale}
        none={w.setLocaleNone}
      />
      <ZoneSetting name="timezone" label={w.setZone} about={w.setZoneAbout} value={of.timezone} none="UTC" />
    </SettingsForm>
  </Block>
);

const LINKS = ['disclaimer', 'terms_use_url', 'privacy_policy_url'];

const Disclosures = ({ of, save }: Part) => (
  <Block title={w.setDisclosures} about={w.setDisclosuresAbout}>
    <SettingsForm save={(given) => save(textsIn(given, LINKS))}>
      <LinesSetting
        name="disclaimer"
        label={w.setDisclaimer}
        about={w.setDisclaimerAbout}
        value={of.disclaimer}
        maxLength={10_000}
      />
      <TextSetting
        name="terms_use_url"
        label={w.setTerms}
        about={w.setForPrograms}
        value={of.terms_use_url}
        type="url"
        maxLength={2000}
      />
      <TextSetting
        name="privacy_policy_url"
        label={w.setPrivacy}
        about={w.setForPrograms}
        value={of.privacy_policy_url}
        type="url"
        maxLength={2000}
      />
    </SettingsForm>
  </Block>
);

/** Bounds of the API (`RetentionDays`, `EventRetentionDays`). */
const BOUNDS = { retention_days: [1, 36_500], event_retention_days: [90, 3653] } as const;

/** Days for which events are kept where nothing else is said. */
const EVENT_DAYS = 731;

type Kept = keyof typeof BOUNDS;

const daysIn = (given: FormData, name: Kept): number | null => {
  const [least, most] = BOUNDS[name];
  const days = typedDays(textIn(given, name), least, most);
  if (days === undefined) throw new InputRefused(name, say(w.setDaysBad, { least, most }));
  return days;
};

const dayOf = (at: string): string =>
  new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'long' }).format(new Date(at));

/** Times for which envelopes and events are kept, and what they mean for those that end today. */
const Retention = ({ of, save }: Part) => {
  const envelopes = useSignal(String(of.retention_days ?? ''));
  const events = useSignal(String(of.event_retention_days ?? ''));
  const keep = (given: FormData): Promise<void> =>
    save({
      retention_days: daysIn(given, 'retention_days'),
      event_retention_days: daysIn(given, 'event_retention_days'),
    });
  return (
    <Block title={w.setRetention} about={w.setRetentionAbout}>
      <SettingsForm save={keep}>
        <DaysSetting name="retention_days" label={w.setKeep} about={w.setKeepAbout} typed={envelopes} />
        <p class="outlook" role="status">
          {envelopeOutlook(typedDays(envelopes.value, ...BOUNDS.retention_days))}
        </p>
        <DaysSetting name="event_retention_days" label={w.setKeepEvents} about={w.setKeepEventsAbout} typed={events} />
        <p class="outlook" role="status">
          {eventOutlook(typedDays(events.value, ...BOUNDS.event_retention_days))}
        </p>
      </SettingsForm>
    </Block>
  );
};

const DaysSetting = ({
  name,
  label,
  about,
  typed,
}: {
  name: Kept;
  label: string;
  about: string;
  typed: { value: string };
}) => (
  <Setting name={name} label={label} about={about}>
    {(control) => (
      <input
        {...control}
        class="days"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
        }}
      />
    )}
  </Setting>
);

const envelopeOutlook = (days: number | null | undefined): string => {
  if (days === undefined) return '';
  if (days === null) return w.setKeepForGood;
  const { announced, deleted } = aheadOf(days, new Date().toISOString());
  return say(w.setKeepOutlook, { announced: { trusted: dayOf(announced) }, deleted: { trusted: dayOf(deleted) } });
};

const eventOutlook = (days: number | null | undefined): string => {
  if (days === undefined) return '';
  const until = new Date();
  until.setDate(until.getDate() + (days ?? EVENT_DAYS));
  return say(w.setKeepEventsOutlook, { date: { trusted: dayOf(until.toISOString()) } });
};

const FLAGS = ['process_acroforms', 'process_tags', 'ignore_invalid_roles', 'ignore_invalid_fields'] as const;

/** Rules for files that are uploaded. */
const Files = () => {
  const path = `${ownPath()}/pipeline-settings`;
  const settings = useAnswer(() => ask<PipelineSettings>('GET', path));
  const save = async (given: FormData): Promise<void> => {
    const flags = Object.fromEntries(FLAGS.map((name) => [name, given.has(name)]));
    settings.value.value = await ask<PipelineSettings>('PATCH', path, flags);
  };
  return (
    <Block title={w.setFiles} about={w.setFilesAbout}>
      <Shown of={settings}>
        {(found) => (
          <SettingsForm save={save}>
            {FLAGS.map((name) => (
              <div class="setting" key={name}>
                <Choice type="checkbox" name={name} defaultChecked={found[name]} aria-describedby={`about-${name}`}>
                  {w[`set_${name}`]}
                </Choice>
                <p class="soft" id={`about-${name}`}>
                  {w[`set_${name}_about`]}
                </p>
              </div>
            ))}
          </SettingsForm>
        )}
      </Shown>
    </Block>
  );
};
