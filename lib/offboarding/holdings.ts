import { demandToDismiss } from '../people/access/appoint.ts';
import type { UserCaller } from '../people/access/caller.ts';
import { demandOver } from '../people/members/demand-over.ts';
import { readMember } from '../people/members/member-store.ts';
import { apiKeysOf } from '../storage/api-keys.ts';
import { OPEN, readCell, sentList } from '../storage/envelopes/entries.ts';
import { readCountsAndHeaders } from '../storage/envelopes/read.ts';
import { sumOfCells } from '../storage/lists/list.ts';
import { ownDraftsList, ownTemplatesList } from '../storage/lists/list-entries.ts';
import { oauthAppsOf } from '../storage/oauth-apps.ts';
import type { Holdings } from './holdings-schema.ts';

/**
 * Counts what a member owns, for those who may remove the member. One read of the lists' counts, however much it is,
 * and one of each, keys and applications. Throws `not_found`, and `forbidden` for a member who may do what the caller
 * may not.
 */
export const readHoldings = async (caller: UserCaller, profile_id: string): Promise<Holdings> => {
  const member = await readMember(caller, profile_id);
  demandToDismiss(caller, member.roles);
  await demandOver(caller, member);
  const { id, organization_id } = member;
  const lists = [
    { list: sentList(id), ...(caller.list_parts ? { parts: caller.list_parts } : {}) },
    { list: ownTemplatesList(id) },
    { list: ownDraftsList(id) },
  ];
  const [{ counts }, keys, apps] = await Promise.all([
    readCountsAndHeaders(lists, []),
    apiKeysOf(organization_id),
    oauthAppsOf(organization_id),
  ]);
  const [sent = [], templates = [], drafts = []] = counts;
  const all = () => true;
  const isOf = (client: { profile_id: string }) => client.profile_id === id;
  return {
    envelopes: sumOfCells(sent, all),
    open_envelopes: sumOfCells(sent, (cell) => OPEN.includes(readCell(cell).status)),
    templates: sumOfCells(templates, all),
    drafts: sumOfCells(drafts, all),
    api_keys: keys.filter(isOf).length,
    applications: apps.filter(isOf).length,
  };
};
