import type { Key } from '../engine/key.ts';

/** One ZIP of an export, complete in itself. */
export interface ExportPart {
  key: string;
  /** In bytes. */
  size: number;
}

/** The latest export of an organization. */
export interface ExportItem extends Key {
  id: string;
  organization_id: string;
  status: 'running' | 'ready';
  started_at: string;
  finished_at: string | null;
  parts: ExportPart[];
}
