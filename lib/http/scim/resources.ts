import * as z from 'zod';
import { Email, Name } from '../../base/common-schema.ts';
import { fail, invalid } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import type { DirectoryGroup, StatedGroup } from '../../people/directory/directory-groups.ts';
import { type DirectoryMember, type StatedMember, userNameOf } from '../../people/directory/directory-members.ts';
import { scimUrl } from '../../people/directory/directory-store.ts';
import { GroupName } from '../../people/groups/group-schema.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import { check } from '../parse.ts';
import { GROUP, USER } from './schemas.ts';

/** A user or a group as SCIM shows it. */
export interface Resource extends Record<string, unknown> {
  schemas: readonly string[];
  id: string;
  meta: { resourceType: string; location: string; version: string; created?: string; lastModified?: string };
}

interface Unversioned extends Record<string, unknown> {
  schemas: readonly string[];
  id: string;
}

/** The resource with its weak entity tag, which changes with anything that is shown. */
const versioned = (resource: Unversioned, meta: Omit<Resource['meta'], 'version'>): Resource => ({
  ...resource,
  meta: { ...meta, version: `W/"${sha256(JSON.stringify([resource, meta])).slice(0, 32)}"` },
});

/** Presents a member as a user (RFC 7643 4.1). `groups`: all of the organization. */
export const presentUser = (member: DirectoryMember, groups: readonly GroupItem[]): Resource => {
  const { id, email, first_name, last_name, locked, directory, group_ids, created_at, updated_at } = member;
  const formatted = `${first_name} ${last_name}`;
  const own = groups.filter((group) => group_ids?.has(group.id));
  return versioned(
    {
      schemas: [USER],
      id,
      ...(directory?.external_id ? { externalId: directory.external_id } : {}),
      userName: userNameOf(member),
      name: { familyName: last_name, givenName: first_name },
      displayName: directory?.display_name ?? formatted,
      active: !locked,
      emails: [{ value: email, type: 'work', primary: true }],
      ...(own.length > 0
        ? {
            groups: own.map(({ id: value, name: display }) => ({
              value,
              $ref: `${scimUrl()}/Groups/${value}`,
              display,
            })),
          }
        : {}),
    },
    { resourceType: 'User', location: `${scimUrl()}/Users/${id}`, created: created_at, lastModified: updated_at },
  );
};

/** Presents a group (RFC 7643 4.2). */
export const presentGroup = ({
  group: { id, name, external_id, created_at, updated_at },
  members,
}: DirectoryGroup): Resource =>
  versioned(
    {
      schemas: [GROUP],
      id,
      ...(external_id ? { externalId: external_id } : {}),
      displayName: name,
      ...(members.length > 0
        ? {
            members: members.map((member) => ({
              value: member.id,
              $ref: `${scimUrl()}/Users/${member.id}`,
              type: 'User',
            })),
          }
        : {}),
    },
    { resourceType: 'Group', location: `${scimUrl()}/Groups/${id}`, created: created_at, lastModified: updated_at },
  );

const ExternalId = z.string().trim().max(255).nullish();
/** Entra ID writes booleans as texts. */
const Flag = z.preprocess(
  (given) => (typeof given === 'string' && /^(true|false)$/i.test(given) ? given.toLowerCase() === 'true' : given),
  z.boolean(),
);

const User = z.looseObject({
  userName: Name.max(254),
  externalId: ExternalId,
  name: z
    .looseObject({ givenName: z.string().nullish(), familyName: z.string().nullish(), formatted: z.string().nullish() })
    .nullish(),
  displayName: z.string().nullish(),
  active: Flag.nullish(),
  emails: z
    .array(z.looseObject({ value: z.string().nullish(), primary: Flag.nullish() }))
    .max(20)
    .nullish(),
});

const Group = z.looseObject({
  displayName: GroupName,
  externalId: ExternalId,
  members: z.array(z.looseObject({ value: z.string().max(100) })).nullish(),
});

/** The member that a user states; what it leaves out comes from `before`. Throws `invalid`. */
export const statedMember = (resource: unknown, before?: DirectoryMember): StatedMember => {
  const { userName, externalId, name, displayName, active, emails } = check(User, resource) as z.output<typeof User>;
  const stated = emails?.find(({ primary }) => primary)?.value ?? emails?.[0]?.value;
  const email = Email.safeParse((stated ?? before?.email ?? userName).trim());
  if (!email.success) return invalid(stated ? 'emails' : 'userName', 'must be an e-mail address like ada@example.com');
  const words = (name?.formatted ?? displayName ?? email.data.replace(/@.*$/s, '').replace(/[._]+/g, ' '))
    .trim()
    .split(/\s+/);
  return {
    user_name: userName,
    email: email.data,
    first_name: nameOf('name.givenName', name?.givenName) ?? before?.first_name ?? words[0]?.slice(0, 100) ?? '-',
    last_name:
      nameOf('name.familyName', name?.familyName) ??
      before?.last_name ??
      (words.slice(1).join(' ').slice(0, 100) || '-'),
    active: active ?? !before?.locked,
    external_id: externalId || null,
    display_name: displayNameOf(displayName, before),
  };
};

/** The stated name, unless it is the one that is shown anyway. Throws `invalid`. */
const displayNameOf = (stated: string | null | undefined, before: DirectoryMember | undefined): string | null => {
  const shown = before && `${before.first_name} ${before.last_name}`;
  const name = nameOf('displayName', stated?.slice(0, 100));
  return name === undefined || name === shown ? null : name;
};

/** A name as stated; undefined for an empty one. Throws `invalid`. */
const nameOf = (field: string, text: string | null | undefined): string | undefined => {
  if (!text?.trim()) return undefined;
  const { data, error } = Name.safeParse(text);
  return data ?? invalid(field, error?.issues[0]?.message ?? 'must be a name');
};

/** The group that a resource states. Throws `invalid`. */
export const statedGroup = (resource: unknown): StatedGroup => {
  const { displayName, externalId, members } = check(Group, resource) as z.output<typeof Group>;
  const member_ids = [...new Set((members ?? []).map(({ value }) => value.toLowerCase()))];
  return { name: displayName, external_id: externalId || null, member_ids };
};

/** Throws `version_stale` if the request holds for another version of the resource (RFC 7644 3.14). */
export const demandVersion = ({ meta }: Resource, headers: Readonly<Record<string, string>>): void => {
  const given = headers['if-match']?.trim();
  if (!given || given === '*') return;
  if (!given.split(',').some((one) => one.trim() === meta.version)) fail('version_stale');
};
