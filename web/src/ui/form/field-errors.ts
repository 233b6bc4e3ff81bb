import type { FormInstance } from 'antd';
import { ApiError } from '@/api/errors';

/**
 * splitFields assigns the messages of a refusal to form fields by name; the others, including those about entries of a
 * list, are returned to be listed.
 */
export function splitFields(error: unknown, names: readonly string[]): { own: Record<string, string>; rest: string[] } {
  const own: Record<string, string> = {};
  const rest: string[] = [];
  if (error instanceof ApiError) {
    for (const [path, text] of Object.entries(error.fields)) {
      const name = path.split(/[.[]/).at(-1)?.replace(']', '') ?? path;
      if (names.includes(path)) own[path] = text;
      else if (!/\]\./.test(path) && names.includes(name)) own[name] = text;
      else rest.push(`${path}: ${text}`);
    }
  }
  return { own, rest };
}

/** showFieldErrors writes refusals under their fields. Returns false if the error is not about fields. */
export function showFieldErrors<T>(form: FormInstance<T>, error: unknown, names: readonly string[]): boolean {
  const { own, rest } = splitFields(error, names);
  form.setFields(Object.entries(own).map(([name, text]) => ({ name: name as never, errors: [text] })));
  return Object.keys(own).length > 0 && rest.length === 0;
}

/** An error about fields with other names, as a form has them. */
export function renamedFields(error: unknown, rename: (path: string) => string): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = Object.entries(error.fields).map(([path, text]) => [rename(path), text] as const);
  return new ApiError(error.status, error.message, error.code, Object.fromEntries(fields), error.retryAfterSeconds);
}
