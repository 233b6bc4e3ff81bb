/** Where the broker is reached and what a device proves itself with. */
export interface Access {
  host: string;
  port: number;
  tls: boolean;
  register: string;
  secret: string;
}

/** The topic that a device publishes its readings to. */
export function topicOf(register: string): string {
  return `v1/dev/${register}/up`;
}

/** sampleMessage is a message with one made-up number for each of the raw fields of the device. */
export function sampleMessage(fields: readonly string[], now: number): string {
  const values = Object.fromEntries(fields.slice(0, 3).map((name, i) => [name, i + 1]));
  return JSON.stringify({ type: 'data', t: now, v: values });
}

/** pubLine is the command line that sends one reading over MQTT. */
export function pubLine({ host, port, tls, register, secret }: Access, message: string): string {
  return [
    'mosquitto_pub',
    `-h ${host}`,
    `-p ${port}`,
    // What the machine trusts, as for any address of the web.
    ...(tls ? ['--capath /etc/ssl/certs'] : []),
    '-q 1',
    `-i ${quote(register)}`,
    `-u ${quote(register)}`,
    `-P ${quote(secret)}`,
    `-t ${quote(topicOf(register))}`,
    `-m ${quote(message)}`,
  ].join(' ');
}

/** quote protects a word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
