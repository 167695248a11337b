import { ownPath } from '../company/own.ts';
import { w } from '../words/index.ts';
import type { TrustService } from './answers.ts';
import { RegisteredServers } from './registered.tsx';

/** Trust services, at which recipients sign with certificates of their own. */
export const TrustServices = () => (
  <RegisteredServers<TrustService>
    kind={{
      title: w.tsTitle,
      about: w.tsAbout,
      add: w.tsAdd,
      removeAbout: w.tsRemoveAbout,
      nameLabel: w.tsName,
      clientLabel: w.tsClient,
      path: `${ownPath()}/trust-services`,
      within: 'trust-',
      addresses: [
        { name: 'base_url', label: w.tsAddress, about: w.tsAddressAbout, required: true },
        { name: 'oauth_url', label: w.tsOauth, about: w.tsOauthAbout },
      ],
      lock: ({ instance }) => (instance ? w.tsInstance : undefined),
    }}
  />
);
