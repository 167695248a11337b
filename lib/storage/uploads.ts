import { getItem, putRecord } from './engine/client.ts';
import { uploadKey } from './engine/keys.ts';
import type { UploadItem } from './records/upload.ts';

export const addUpload = (upload: UploadItem): Promise<void> =>
  putRecord({ ...upload, ...uploadKey(upload.organization_id, upload.id) });

export const findUpload = (organization_id: string, id: string): Promise<UploadItem | undefined> =>
  getItem<UploadItem>(uploadKey(organization_id, id));
