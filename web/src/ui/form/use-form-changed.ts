import { Form, type FormInstance } from 'antd';

/** useFormChanged reports whether the fields of a form differ from their initial values. */
export function useFormChanged<T extends object>(form: FormInstance<T>, start: object): boolean {
  const values: object | undefined = Form.useWatch((all: T) => all, form);
  const before = new Map(Object.entries(start));
  return Object.entries(values ?? {}).some(([name, value]) => plain(value) !== plain(before.get(name)));
}

/** The text compared for changes: all forms of an empty value are equal. */
function plain(value: unknown): string {
  if (value === undefined || value === null || value === '' || value === false) return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : value.map(plain).join('\n');
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => [name, plain(inner)])
    .filter(([, inner]) => inner !== '')
    .sort()
    .join('\n');
}
