import { useEffect, useRef, useState } from 'preact/hooks';
import { Findings } from './findings.tsx';
import {
  addFiles,
  clearFiles,
  files,
  hasFailed,
  isChecking,
  isMistyped,
  leftOut,
  offlineUrl,
  platformUrl,
  removeFile,
  report,
  trustPlatform,
  trustsPlatform,
  trustTyped,
  typed,
} from './state.ts';
import { say, speak, spokenLocale, w } from './words/index.ts';

const Choose = () => {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the input inside
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void addFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      {/* The browser's own control says "No file chosen" beside the list of those that were. */}
      <input
        id="files"
        class="unseen"
        type="file"
        multiple
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          // The same file may be chosen again after a change.
          currentTarget.value = '';
          void addFiles(chosen);
        }}
      />
      <label for="files" class="button">
        {w.choose}
      </label>
      <p class="soft">{w.dropHere}</p>
    </div>
  );
};

const Chosen = () => (
  <>
    {files.value.map(({ name }, at) => (
      <div class="row">
        <p>
          <bdi class="own">{name}</bdi>
        </p>
        <button
          type="button"
          class="quiet"
          aria-label={say(w.remove, { file: name })}
          onClick={() => void removeFile(at)}
        >
          ✕
        </button>
      </div>
    ))}
    {files.value.length > 1 && (
      <button type="button" class="other" onClick={() => void clearFiles()}>
        {w.clear}
      </button>
    )}
    {leftOut.value.length > 0 && (
      <div role="alert">
        {leftOut.value.map((line) => (
          <p class="bad">{line}</p>
        ))}
      </div>
    )}
  </>
);

const Whom = () => (
  <section>
    <h2>{w.whom}</h2>
    <p>{w.whomAbout}</p>
    {platformUrl && (
      <label class="check">
        <input
          type="checkbox"
          checked={trustsPlatform.value}
          onChange={({ currentTarget }) => void trustPlatform(currentTarget.checked)}
        />
        {w.trustPlatform}
      </label>
    )}
    {platformUrl && trustsPlatform.value && hasFailed.value && <p role="status">{w.platformMissing}</p>}
    <label for="typed">{w.fingerprint}</label>
    <textarea
      id="typed"
      rows={3}
      dir="ltr"
      autocomplete="off"
      spellcheck={false}
      value={typed.value}
      aria-describedby="mistyped"
      onInput={({ currentTarget }) => void trustTyped(currentTarget.value)}
    />
    <p id="mistyped" class="bad" role="status">
      {isMistyped.value ? w.badFingerprint : ''}
    </p>
  </section>
);

/** Languages by their own names. */
const LANGUAGES = {
  ar: 'العربية',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
} as const;

const Language = () => (
  <section>
    <label for="language">{w.language}</label>
    <select
      id="language"
      value={spokenLocale().slice(0, 2)}
      onChange={({ currentTarget }) => void speak(currentTarget.value)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
    {offlineUrl && (
      <>
        <h2>{w.keep}</h2>
        <p>{w.keepAbout}</p>
        <a class="button other" href={offlineUrl} download="countersign-verify.html">
          {w.keepLink}
        </a>
      </>
    )}
  </section>
);

/** The page that checks: files in, sentences out, all of it in the browser. */
export const App = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    if (platformUrl) void trustPlatform(true);
    // A kept page has no server that knew the reader's language.
    else void speak(...navigator.languages);
  }, []);
  document.title = w.check;
  return (
    <div class="screen">
      <h1 ref={heading} tabIndex={-1}>
        {w.check}
      </h1>
      <p>{w.checkAbout}</p>
      <p>
        <strong>{w.stays}</strong>
      </p>
      <Choose />
      <Chosen />
      <section aria-live="polite" aria-busy={isChecking.value} hidden={files.value.length === 0}>
        {isChecking.value ? <p class="busy">{w.checking}</p> : report.value && <Findings report={report.value} />}
      </section>
      <Whom />
      <Language />
    </div>
  );
};
