interface Choice {
  value: string | number;
  label: string;
}

/** One field of a configuration block. The path may lead into an object: entry.n. */
export type FieldSpec = { path: string; label: string } & (
  | { kind: 'number'; limits?: { min?: number; max?: number; step?: number } }
  | { kind: 'text'; max?: number }
  | { kind: 'numbers'; limits: { min: number; max: number } }
  | { kind: 'secret' }
  | { kind: 'flag'; preset?: boolean }
  | { kind: 'choice'; options: Choice[] }
  | { kind: 'choices'; options: Choice[] }
);

/** Sent by the server instead of a secret; sent back, it keeps the secret. */
export const mask = '••••••';

/** readPath reads a field of a block; undefined if a part of the path is missing. */
export function readPath(value: object | null, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);
}

/** writePath returns a copy of a block with a field set; undefined removes it, and with it an object left empty. */
export function writePath<T extends object>(value: T, path: string, next: unknown): T {
  const [name = '', ...rest] = path.split('.');
  const { [name]: old, ...others } = value as Record<string, unknown>;
  const inner = rest.length > 0 ? writePath((old as object | undefined) ?? {}, rest.join('.'), next) : next;
  const gone = inner === undefined || (rest.length > 0 && Object.keys(inner as object).length === 0);
  return (gone ? others : { ...others, [name]: inner }) as T;
}
