/** At least one entry. `required` would put an attribute on the group that groups must not have. */
export const some = (message: string) => ({
  validator: (_: unknown, value: string[]) =>
    value.length > 0 ? Promise.resolve() : Promise.reject(new Error(message)),
});
