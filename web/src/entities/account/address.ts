/** Whether a text is a mobile of 11 digits or has the form of an e-mail address; the server has the last word. */
export function isAddress(text: string): boolean {
  const address = text.trim();
  return /^\d{11}$/.test(address) || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address);
}

/** The ways that a code can travel, as the server names them. */
export type Channel = 'mail' | 'sms';

export function channelOf(address: string): Channel {
  return address.includes('@') ? 'mail' : 'sms';
}

/** What an address may be where only some ways are set up: the key of the field's label. */
export function addressKind(channels: readonly string[]): 'both' | Channel {
  if (channels.includes('mail') && channels.includes('sms')) return 'both';
  return channels.includes('sms') ? 'sms' : 'mail';
}
