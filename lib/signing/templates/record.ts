import type { Key } from '../../storage/key.ts';
import type { DocumentRecord } from '../documents/record.ts';
import type { FieldDefinition } from '../fields/schema.ts';
import type { TemplateDocument, TemplateField, TemplateRole, TemplateSummary } from './schema.ts';

/** A template's header: what a list shows of it, and the version that every change is conditioned on. */
export interface TemplateItem extends Key, Listed {
  /** What its owner attaches to it. */
  data: Record<string, unknown> | null;
  version: number;
}

/** What lists show of a template, as it is stored: what follows from the rest is left out. */
export type Listed = Omit<TemplateSummary, 'is_personal' | 'is_public' | 'search_key' | 'data'>;

export interface TemplateRoleItem extends Key, TemplateRole {}

export interface TemplateFieldItem extends Key, FieldDefinition, Pick<TemplateField, 'template_id'> {}

export interface TemplateDocumentItem extends Key, TemplateDocument {
  organization_id: string;
  /** Of the document of record, hex. */
  sha256: string;
  /** Absent from documents that were taken in before there were documents of record. */
  record?: DocumentRecord;
  /** What the file was called where it came from. */
  original_name: string;
  /** The pages whose images are in the bucket: numbers of pages, 0 for the thumbnail. */
  rendered?: Set<number>;
  /** The pipeline took fields off its pages: what was uploaded is kept beside it, with images of its own. */
  processed?: boolean;
  rendered_upload?: Set<number>;
}

export interface TemplateStarItem extends Key {
  profile_id: string;
  created_at: string;
}

/** From a document's id to its template: `/v2/template-documents/{document_id}` knows no more. */
export interface TemplateDocumentPointer extends Key {
  template_id: string;
}

/** A template with everything that is in it. Roles, fields and documents stand in no particular order. */
export interface Template {
  header: TemplateItem;
  roles: TemplateRoleItem[];
  fields: TemplateFieldItem[];
  documents: TemplateDocumentItem[];
  stars: TemplateStarItem[];
}
