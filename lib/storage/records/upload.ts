/** A place that a file can be put at, until a document is made of it. */
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
  /** Seconds since 1970. */
  ttl: number;
}
