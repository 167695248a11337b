import type { InputHTMLAttributes } from 'preact';
import { LANGUAGES } from '../../sending/languages.ts';
import { type Control, Setting } from '../parts/settings-form.tsx';

/** Controls of settings that several sections have. Each has its label, and a sentence that says what it does. */

interface Details {
  name: string;
  within?: string | undefined;
  label: string;
  about?: string | undefined;
  value: string | null;
}

export const TextSetting = ({
  value,
  type = 'text',
  placeholder,
  required = false,
  maxLength = 200,
  ...setting
}: Details & {
  type?: 'text' | 'email' | 'tel' | 'url';
  /** The value that counts while this one is empty. */
  placeholder?: string | null | undefined;
  required?: boolean;
  maxLength?: number;
}) => (
  <Setting {...setting}>
    {(control) => (
      <input
        {...({ type, ...(placeholder ? { placeholder } : {}) } as InputHTMLAttributes)}
        {...control}
        autoComplete="off"
        defaultValue={value ?? ''}
        required={required}
        maxLength={maxLength}
      />
    )}
  </Setting>
);

export const LinesSetting = ({
  value,
  maxLength,
  rows = 6,
  ...setting
}: Details & { maxLength: number; rows?: number }) => (
  <Setting {...setting}>
    {(control) => <textarea {...control} rows={rows} maxLength={maxLength} defaultValue={value ?? ''} />}
  </Setting>
);

/** A list of choices. A value that it lacks is one of them, so that saving changes nothing by itself. */
const Options = ({
  control,
  value,
  none,
  options,
}: {
  control: Control;
  value: string | null;
  none: string;
  options: readonly (readonly [value: string, words: string])[];
}) => (
  <select {...control}>
    <option value="" selected={!value}>
      {none}
    </option>
    {value && !options.some(([one]) => one === value) && (
      <option value={value} selected>
        {value}
      </option>
    )}
    {options.map(([one, words]) => (
      <option key={one} value={one} selected={one === value} lang={words === one ? undefined : one}>
        {words}
      </option>
    ))}
  </select>
);

export const LanguageSetting = ({ value, none, ...setting }: Details & { none: string }) => (
  <Setting {...setting}>
    {(control) => <Options control={control} value={value} none={none} options={LANGUAGES} />}
  </Setting>
);

const zones = (): (readonly [string, string])[] => Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone]);

export const ZoneSetting = ({ value, none, ...setting }: Details & { none: string }) => (
  <Setting {...setting}>
    {(control) => <Options control={control} value={value} none={none} options={zones()} />}
  </Setting>
);
