import * as z from 'zod';
import { PERMISSIONS, ROLES } from './permissions.ts';

export const Permission = z.enum(PERMISSIONS);
export const Role = z.enum(ROLES);
