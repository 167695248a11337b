import { ownPath } from '../company/own.ts';
import { w } from '../words/index.ts';
import type { RecipientProvider } from './answers.ts';
import { RegisteredServers } from './registered.tsx';

/** Providers of other companies, at which recipients can be verified. */
export const RecipientProviders = () => (
  <RegisteredServers<RecipientProvider>
    kind={{
      title: w.rpTitle,
      about: w.rpAbout,
      add: w.rpAdd,
      removeAbout: w.rpRemoveAbout,
      nameLabel: w.rpName,
      clientLabel: w.ssoClient,
      secretAbout: w.ssoSecretAbout,
      path: `${ownPath()}/recipient-providers`,
      within: 'recipients-',
      addresses: [{ name: 'issuer', label: w.ssoIssuer, about: w.ssoIssuerAbout, required: true }],
    }}
  />
);
