import { textIn } from '../../shared/parts.tsx';
import { TextSetting } from '../company/controls.tsx';
import { Setting } from '../parts/settings-form.tsx';
import { w } from '../words/index.ts';
import type { OidcProvider } from './answers.ts';

/** Settings that an OpenID Connect provider alone has, as the API takes them. */
export const readOidc = (given: FormData): object => {
  const secret = textIn(given, 'client_secret');
  return {
    kind: 'oidc',
    issuer: textIn(given, 'issuer'),
    client_id: textIn(given, 'client_id'),
    ...(secret ? { client_secret: secret } : {}),
  };
};

export const OidcFields = ({ of: provider }: { of: OidcProvider | null }) => (
  <>
    <TextSetting
      name="issuer"
      label={w.ssoIssuer}
      about={w.ssoIssuerAbout}
      value={provider?.issuer ?? null}
      type="url"
      required
      maxLength={500}
    />
    <TextSetting name="client_id" label={w.ssoClient} value={provider?.client_id ?? null} required maxLength={300} />
    <Setting
      name="client_secret"
      label={w.ssoSecret}
      about={provider?.has_client_secret ? `${w.ssoSecretAbout} ${w.ssoSecretKept}` : w.ssoSecretAbout}
    >
      {(control) => <input {...control} type="password" autoComplete="off" maxLength={500} />}
    </Setting>
  </>
);
