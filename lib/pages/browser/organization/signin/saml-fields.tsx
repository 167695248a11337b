import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { dayOf } from '../../account/dates.tsx';
import { ActButton, Choice, textIn } from '../../shared/parts.tsx';
import { LinesSetting, TextSetting } from '../company/controls.tsx';
import { say, w } from '../words/index.ts';
import type { SamlProvider } from './answers.ts';
import { readMetadata } from './metadata.ts';

/** Settings that a SAML provider alone has, as the API takes them. */
export const readSaml = (given: FormData): object => ({
  kind: 'saml',
  issuer: textIn(given, 'issuer'),
  sign_in_url: textIn(given, 'sign_in_url'),
  certificates: certificatesIn(textIn(given, 'certificates')),
  email_attribute: textIn(given, 'email_attribute') || null,
  accepts_unsolicited: given.has('accepts_unsolicited'),
});

/** Certificates in a text: framed ones, each of its own, or the one that the text is. */
const certificatesIn = (text: string): string[] =>
  text
    .split(/-----(?:BEGIN|END) CERTIFICATE-----/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const framed = (certificate: string): string =>
  ['-----BEGIN CERTIFICATE-----', ...(certificate.match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----'].join('\n');

export const SamlFields = ({ of: provider }: { of: SamlProvider | null }) => {
  const place = useRef<HTMLDivElement>(null);
  const metadata = useRef<HTMLTextAreaElement>(null);
  const said = useSignal<'' | 'done' | 'unsigned' | 'bad'>('');
  const fill = async (): Promise<void> => {
    const found = readMetadata(new DOMParser(), metadata.current?.value ?? '');
    said.value = found ? (found.wants_signed ? 'unsigned' : 'done') : 'bad';
    if (!found) return;
    const { issuer, sign_in_url, certificates } = found;
    const texts = { issuer, sign_in_url, certificates: certificates.map(framed).join('\n') };
    for (const [name, text] of Object.entries(texts)) {
      const input = place.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`);
      if (!input) continue;
      input.value = text;
      // The form says so that it has changed.
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
  return (
    <div ref={place} class="settings">
      <div class="setting">
        <label for="metadata">{w.ssoMetadata}</label>
        <p class="soft" id="about-metadata">
          {w.ssoMetadataAbout}
        </p>
        <textarea
          ref={metadata}
          id="metadata"
          rows={4}
          aria-describedby="about-metadata"
          dir="ltr"
          spellcheck={false}
        />
        <ActButton look="other" act={fill}>
          {w.ssoMetadataRead}
        </ActButton>
        <p role="status" class={said.value === 'done' ? 'good' : 'bad'}>
          {said.value === 'done' && w.ssoMetadataDone}
          {said.value === 'unsigned' && w.ssoMetadataUnsigned}
          {said.value === 'bad' && w.ssoMetadataBad}
        </p>
      </div>
      <TextSetting name="issuer" label={w.ssoIdpEntity} value={provider?.issuer ?? null} required maxLength={1000} />
      <TextSetting
        name="sign_in_url"
        label={w.ssoIdpUrl}
        value={provider?.sign_in_url ?? null}
        type="url"
        required
        maxLength={2000}
      />
      <LinesSetting
        name="certificates"
        label={w.ssoCertificates}
        about={w.ssoCertificatesAbout}
        value={provider?.certificates.map(({ certificate }) => framed(certificate)).join('\n') ?? null}
        maxLength={30_000}
      />
      {provider && (
        <ul class="list records">
          {provider.certificates.map(({ fingerprint, subject, not_after }) => (
            <li key={fingerprint}>
              <bdi class="own" dir="ltr">
                {subject}
              </bdi>{' '}
              <EndOf day={not_after} />
            </li>
          ))}
        </ul>
      )}
      <TextSetting
        name="email_attribute"
        label={w.ssoEmailAttribute}
        about={w.ssoEmailAttributeAbout}
        value={provider?.email_attribute ?? null}
        maxLength={300}
      />
      <div class="setting">
        <Choice
          type="checkbox"
          name="accepts_unsolicited"
          defaultChecked={provider?.accepts_unsolicited ?? false}
          aria-describedby="about-unsolicited"
        >
          {w.ssoUnsolicited}
        </Choice>
        <p class="soft" id="about-unsolicited">
          {w.ssoUnsolicitedAbout}
        </p>
      </div>
    </div>
  );
};

/** The end of a certificate; it stands out from a month before. */
const EndOf = ({ day }: { day: string }) => {
  const left = Date.parse(day) - Date.now();
  const named = { day: { trusted: dayOf(day) } };
  if (left < 0) return <strong class="bad">{say(w.ssoCertificateOver, named)}</strong>;
  return <span class={left < MONTH ? 'bad' : 'soft'}>{say(w.ssoCertificateUntil, named)}</span>;
};

const MONTH = 30 * 24 * 60 * 60 * 1000;
