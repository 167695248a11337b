/** One file part of a multipart request. */
export interface UploadedFile {
  /** Name of the form's field. */
  field: string;
  /** File name that the sender gave, without any path. */
  name: string;
  /** Media type that the sender stated; never trusted. */
  mime: string;
  bytes: Uint8Array;
}
