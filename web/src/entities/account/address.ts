/** Reports whether a text is an 11-digit mobile number or looks like an e-mail address; the server decides. */
export function isAddress(text: string): boolean {
  const address = text.trim();
  return /^\d{11}$/.test(address) || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address);
}

/** The channels that can carry a code, by the server's names. */
export type Channel = 'mail' | 'sms';

export function channelOf(address: string): Channel {
  return address.includes('@') ? 'mail' : 'sms';
}

/** The label key of the address field, by the channels that are set up. */
export function addressKind(channels: readonly string[]): 'both' | Channel {
  if (channels.includes('mail') && channels.includes('sms')) return 'both';
  return channels.includes('sms') ? 'sms' : 'mail';
}
