/** Whether a firmware file of a type is for a device: its first part is the device's type or model, - written _. */
export function fits(type: string, device: { type: string; model: string }): boolean {
  const wanted = type.toLowerCase();
  return device.type.toLowerCase() === wanted || device.model.replaceAll('-', '_').toLowerCase() === wanted;
}
