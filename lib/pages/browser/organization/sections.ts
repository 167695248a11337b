import type { ComponentType } from 'preact';
import { later } from '../shared/later.tsx';
import { may } from './parts/rights.ts';
import type { Word } from './words/index.ts';

/** Groups of sections in the navigation, in their order. */
export const GROUPS = ['people', 'look', 'rules', 'developers', 'records'] as const;

/** A section of the organization's room. */
export interface Section {
  /** Its place in the address: `/organization/<id>`. */
  id: string;
  group: (typeof GROUPS)[number];
  title: Word;
  /** One sentence that says what it is for. */
  about: Word;
  /** True if the user may see it. What the user may not change in it, it doesn't offer. */
  sees: () => boolean;
  /** Its content below the heading, which is loaded when it is opened. */
  Part: ComponentType;
}

/** A section's part. Its file has come with the room's others (`needsOf`). */
const part = (load: () => Promise<ComponentType>): ComponentType => later(load, undefined, async () => {});

/** All sections, in the order of the navigation. A new one is an entry here; `design.md` says what else it needs. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'members',
    group: 'people',
    title: 'membersTitle',
    about: 'membersAbout',
    sees: () => may('member:view'),
    Part: part(() => import('./people/members.tsx').then(({ Members }) => Members)),
  },
  {
    id: 'invitations',
    group: 'people',
    title: 'invitationsTitle',
    about: 'invitationsAbout',
    sees: () => may('member:add'),
    Part: part(() => import('./people/invitations.tsx').then(({ Invitations }) => Invitations)),
  },
  {
    id: 'groups',
    group: 'people',
    title: 'groupsTitle',
    about: 'groupsAbout',
    sees: () => may('member:view'),
    Part: part(() => import('./groups/groups.tsx').then(({ Groups }) => Groups)),
  },
  {
    id: 'contacts',
    group: 'people',
    title: 'contactsTitle',
    about: 'contactsAbout',
    sees: () => may('member:view'),
    Part: part(() => import('./contacts/contacts.tsx').then(({ Contacts }) => Contacts)),
  },
  {
    id: 'brands',
    group: 'look',
    title: 'brandsTitle',
    about: 'brandsAbout',
    sees: () => may('org:update'),
    Part: part(() => import('./company/brands.tsx').then(({ Brands }) => Brands)),
  },
  {
    id: 'texts',
    group: 'look',
    title: 'textsTitle',
    about: 'textsAbout',
    sees: () => may('org:update'),
    Part: part(() => import('./company/texts.tsx').then(({ Texts }) => Texts)),
  },
  {
    id: 'settings',
    group: 'rules',
    title: 'settingsTitle',
    about: 'settingsAbout',
    sees: () => may('org:update'),
    Part: part(() => import('./company/settings.tsx').then(({ Settings }) => Settings)),
  },
  {
    id: 'sign-in',
    group: 'rules',
    title: 'ssoTitle',
    about: 'ssoAbout',
    sees: () => may('org:update'),
    Part: part(() => import('./signin/sign-in.tsx').then(({ SignInSection }) => SignInSection)),
  },
  {
    id: 'policy',
    group: 'rules',
    title: 'polTitle',
    about: 'polAbout',
    sees: () => may('org:update'),
    Part: part(() => import('./signin/policy.tsx').then(({ PolicySection }) => PolicySection)),
  },
  {
    id: 'usage',
    group: 'records',
    title: 'usageTitle',
    about: 'usageAbout',
    sees: () => may('org:view'),
    Part: part(() => import('./company/usage.tsx').then(({ Usage }) => Usage)),
  },
  {
    id: 'leave',
    group: 'records',
    title: 'leaveTitle',
    about: 'leaveAbout',
    sees: () => may('org:transfer') || may('org:delete'),
    Part: part(() => import('./company/leave.tsx').then(({ Leave }) => Leave)),
  },
  {
    id: 'api-keys',
    group: 'developers',
    title: 'apiKeysTitle',
    about: 'apiKeysAbout',
    sees: () => may('org:update', 'member:view'),
    Part: part(() => import('./keys/api-keys.tsx').then(({ ApiKeys }) => ApiKeys)),
  },
  {
    id: 'applications',
    group: 'developers',
    title: 'oauthTitle',
    about: 'oauthAbout',
    sees: () => may('org:update'),
    Part: part(() => import('./keys/applications.tsx').then(({ Applications }) => Applications)),
  },
  {
    id: 'webhooks',
    group: 'developers',
    title: 'hooksTitle',
    about: 'hooksAbout',
    sees: () => may('org:view'),
    Part: part(() => import('./receivers/webhooks.tsx').then(({ Webhooks }) => Webhooks)),
  },
  {
    id: 'log',
    group: 'records',
    title: 'actsTitle',
    about: 'actsAbout',
    sees: () => may('org:update', 'member:view'),
    Part: part(() => import('./keys/acts.tsx').then(({ Acts }) => Acts)),
  },
];
