import { useSignal } from '@preact/signals';
import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { brand, brandName, logo } from './brand.ts';
import { Problem } from './problem.tsx';
import { busy, problem, problemAt, run } from './run.ts';
import { isCovered } from './sheet.tsx';
import { w } from './words/index.ts';
import { quoted } from './words/spoken.ts';

/** Small parts that all screens share. */

/** A screen of the page. Its heading gets the focus when it appears, so that a screen reader begins there. */
export const Screen = ({
  title,
  children,
  wide,
  above,
  bar,
  beside,
  stays,
}: {
  title: string;
  children: ComponentChildren;
  /** Wider than a form; `listing`: as wide as rows of a list need; `parted`: with room for links to parts beside it. */
  wide?: boolean | 'listing' | 'parted';
  /** True if another title is no other screen, so that whoever works there isn't taken away. */
  stays?: boolean;
  /** Content above the heading. */
  above?: ComponentChildren;
  /** Tools that stay on the screen when the content is scrolled, after the brand. */
  bar?: ComponentChildren;
  /**
   * The acts that are left to do: beside the content where there is room, else a bar at the lower end of the screen.
   */
  beside?: ComponentChildren;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = stays ? '' : title;
  // At once, because a moment later somebody may be typing.
  useLayoutEffect(() => {
    heading.current?.focus();
    scrollTo(0, 0);
  }, [screen]);
  document.title = title;
  const content = (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
  const failed = !isCovered.value && <Problem />;
  if (bar) {
    return (
      <section class="screen work">
        <div class="top">
          {brand.value ? <Brand /> : <span class="brand" />}
          {bar}
        </div>
        <div class="desk">
          <div class="middle">{content}</div>
          <div class="beside">
            {failed}
            {beside}
          </div>
        </div>
      </section>
    );
  }
  return (
    <section class={wide ? `screen wide ${wide}` : 'screen'}>
      {above}
      {brand.value && <Brand />}
      {content}
      {failed}
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
    <img class="logo" src={logo.value} alt={quoted(brandName.value ?? '')} />
  ) : (
    // The end of a long name is cut off, whichever way the page and the name run.
    <p class="brand" dir="auto">
      {brandName.value && <bdi class="own">{brandName.value}</bdi>}
    </p>
  );

/** The look of a button: the main act unless it says otherwise. `danger`: an act that can't be undone. */
type ButtonLook = 'main' | 'other' | 'danger' | 'row' | 'quiet';

/** A button that asks something of the server. While that takes place it says `doing`. */
export const ActButton = ({
  act,
  children,
  other,
  look = other ? 'other' : undefined,
  doing,
}: {
  act: () => Promise<void>;
  children: ComponentChildren;
  other?: boolean;
  look?: ButtonLook | undefined;
  doing?: string;
}) => {
  const pressed = useSignal(false);
  const press = async () => {
    pressed.value = true;
    await run(act);
    pressed.value = false;
  };
  const isDoing = doing !== undefined && pressed.value;
  return (
    <>
      <button type="button" class={look ?? ''} disabled={busy.value} onClick={press}>
        {isDoing ? doing : children}
      </button>
      {/* A button that can't be pressed loses the focus, and nobody hears what it says. */}
      {doing !== undefined && (
        <span class="unseen" role="status">
          {isDoing ? doing : ''}
        </span>
      )}
    </>
  );
};

/** The way back, and what can't be undone beside it. */
export const Danger = ({ back, children }: { back: () => void; children: ComponentChildren }) => (
  <div class="pair">
    <button type="button" class="other" onClick={back}>
      {w.back}
    </button>
    {children}
  </div>
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
      void run(() => act(given), event.currentTarget);
    }}
  >
    {children}
  </form>
);

/** Leads to the accessibility statement, in a window of its own. */
export const AccessibilityLink = ({ look = 'other' }: { look?: ButtonLook }) => (
  <a class={`button ${look}`} href={`${document.body.dataset.api ?? ''}/accessibility`} target="_blank" rel="noopener">
    {w.accessibility}
  </a>
);

/** The button that sends a form. */
export const SendButton = ({ children, look }: { children: ComponentChildren; look?: ButtonLook }) => (
  <button type="submit" class={look ?? ''} disabled={busy.value}>
    {children}
  </button>
);

interface InputDetails {
  name: string;
  label: ComponentChildren;
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
      {...faultOf(name)}
    />
    <InputFault name={name} />
  </>
);

const isRefused = (name: string): boolean => problem.value !== '' && problemAt.value === name;

/** Says that an input is refused. Without that, an empty one is called invalid before anybody has typed. */
export const faultOf = (name: string) => ({
  'aria-invalid': isRefused(name),
  'aria-describedby': isRefused(name) ? `input-${name}-fault` : undefined,
});

/** The reason why an input is refused, below it. */
export const InputFault = ({ name }: { name: string }) =>
  isRefused(name) ? (
    <p class="bad at-input" id={`input-${name}-fault`} role="alert">
      {problem.value}
    </p>
  ) : null;

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
      {...faultOf(name)}
      defaultValue={value ?? ''}
    />
    <InputFault name={name} />
  </>
);

/** A text of a form's, without blanks around it. */
export const textIn = (given: FormData, name: string): string => String(given.get(name) ?? '').trim();
