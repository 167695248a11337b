import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { brand, brandName, logo } from './brand.ts';
import { busy, problem, run } from './run.ts';
import { isCovered } from './sheet.tsx';
import { w } from './words/index.ts';

/** Small parts that all screens share. */

/** A screen of the page. Its heading gets the focus when it appears, so that a screen reader begins there. */
export const Screen = ({
  title,
  children,
  wide,
  above,
}: {
  title: string;
  children: ComponentChildren;
  wide?: boolean;
  /** Content above the heading. */
  above?: ComponentChildren;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
    heading.current?.focus();
    scrollTo(0, 0);
  }, [title]);
  return (
    <section class={wide ? 'screen wide' : 'screen'}>
      {above}
      {brand.value && <Brand />}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
      {problem.value && !isCovered.value && (
        <p id="error" role="alert">
          {problem.value}
        </p>
      )}
    </section>
  );
};

/** A screen that begins with a paragraph. */
export const TextScreen = ({
  title,
  about,
  children,
}: {
  title: string;
  about: string;
  children?: ComponentChildren;
}) => (
  <Screen title={title}>
    <p>{about}</p>
    {children}
  </Screen>
);

const Brand = () =>
  logo.value ? (
    <img class="logo" src={logo.value} alt={brandName.value ?? ''} />
  ) : (
    <p class="brand">{brandName.value}</p>
  );

/** A button that asks something of the server. */
export const ActButton = ({
  act,
  children,
  other,
}: {
  act: () => Promise<void>;
  children: ComponentChildren;
  other?: boolean;
}) => (
  <button type="button" class={other ? 'other' : ''} disabled={busy.value} onClick={() => run(act)}>
    {children}
  </button>
);

/** A form that asks something of the server. */
export const ActForm = ({
  act,
  children,
}: {
  act: (given: FormData) => Promise<void>;
  children: ComponentChildren;
}) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      const given = new FormData(event.currentTarget);
      // A password that was sent doesn't stay on the screen. One that is chosen may be sent again, with another code.
      const sent = event.currentTarget.querySelectorAll<HTMLInputElement>('[autocomplete=current-password]');
      for (const input of sent) input.value = '';
      void run(() => act(given));
    }}
  >
    {children}
  </form>
);

/** Leads to the accessibility statement, in a window of its own. */
export const AccessibilityLink = () => (
  <a class="button other" href={`${document.body.dataset.api ?? ''}/accessibility`} target="_blank" rel="noopener">
    {w.accessibility}
  </a>
);

/** The button that sends a form. */
export const SendButton = ({ children }: { children: ComponentChildren }) => (
  <button type="submit" disabled={busy.value}>
    {children}
  </button>
);

interface InputDetails {
  name: string;
  label: string;
  value?: string | null | undefined;
  type?: 'text' | 'email' | 'tel' | 'date' | 'password';
  inputMode?: 'numeric' | 'text';
  autoComplete?: string;
  optional?: boolean;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

/** An input with its label. */
export const Input = ({
  name,
  label,
  value,
  type = 'text',
  inputMode,
  autoComplete,
  optional,
  ...more
}: InputDetails) => (
  <>
    <label for={`input-${name}`}>
      {label}
      {optional && <span class="soft"> ({w.optional})</span>}
    </label>
    <input
      {...({ type, autoComplete: autoComplete ?? 'off', ...more } as InputHTMLAttributes)}
      id={`input-${name}`}
      name={name}
      inputMode={inputMode ?? 'text'}
      defaultValue={value ?? ''}
      required={!optional}
      // Or an empty input is called invalid before anybody has typed.
      aria-invalid={false}
    />
  </>
);

/** A box or a radio button with its words beside it. */
export const Choice = ({ children, ...input }: InputHTMLAttributes & { children: ComponentChildren }) => (
  <label class="check">
    <input {...input} />
    <span>{children}</span>
  </label>
);

/** Many lines of text with their label. */
export const TextInput = ({ name, label, value }: Pick<InputDetails, 'name' | 'label' | 'value'>) => (
  <>
    <label for={`input-${name}`}>{label}</label>
    <textarea
      id={`input-${name}`}
      name={name}
      rows={4}
      maxLength={2000}
      required
      aria-invalid={false}
      defaultValue={value ?? ''}
    />
  </>
);

/** A text of a form's, without blanks around it. */
export const textIn = (given: FormData, name: string): string => String(given.get(name) ?? '').trim();
