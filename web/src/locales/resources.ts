/** The texts by namespace. Each file in zh adds its own namespace; the same file in en and zh-TW ends with `satisfies Texts<typeof zh>`. */
// biome-ignore lint/suspicious/noEmptyInterface: the files in zh fill it
export interface Resources {}

/** The shape of a file of texts: the same keys, any words, and where a language tells one from many, `key_one` besides. */
export type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> } & {
  [K in keyof T & string as `${K}_one`]?: string;
};
