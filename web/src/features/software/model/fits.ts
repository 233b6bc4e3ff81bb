/** A file of the rule type-x.x.x.x-note.hsf, refused before it is sent where it is not. */
export const nameRule = /^[A-Za-z0-9_]{1,40}-\d{1,5}(\.\d{1,5}){3}-[A-Za-z0-9._+-]{1,40}\.hsf$/;

/** Whether a firmware file of a type is for a device: its first part is the device's type or model, - written _. */
export function fits(type: string, device: { type: string; model: string }): boolean {
  const wanted = type.toLowerCase();
  return device.type.toLowerCase() === wanted || device.model.replaceAll('-', '_').toLowerCase() === wanted;
}
