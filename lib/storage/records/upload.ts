/** A place for an uploaded file, until it becomes a document. */
export interface UploadItem {
  id: string;
  organization_id: string;
  profile_id: string;
  name: string;
  mime: string;
  size: number;
  /** Key of the file in the bucket. */
  file: string;
  created_at: string;
  /** In seconds since 1970. */
  ttl: number;
}
