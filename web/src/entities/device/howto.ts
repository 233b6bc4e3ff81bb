/** The address of the broker and the credentials of a device. */
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

/** The path that a device posts its readings to. */
export function pathOf(register: string): string {
  return `/ingest/v1/${encodeURIComponent(register)}`;
}

/** What a device sends: values of fields, or a block of samples. */
export type Sample = Readonly<Record<string, number>> | { block: Block };

/** Samples of a vibration recorder (protocol messages of type block). */
export interface Block {
  fs: number;
  n: number;
  scale: number;
  unit: string;
  enc: 'i16le-b64';
  axes: Record<string, string>;
}

const isBlock = (sample: Sample): sample is { block: Block } => typeof sample.block === 'object';

/** The message as a shell word; its time is that of running the line. */
function shellMessage(sample: Sample, time: string): string {
  return isBlock(sample)
    ? `'{"type":"block","t":'${time}',${JSON.stringify(sample.block).slice(1)}'`
    : `'{"type":"data","t":'${time}',"v":${JSON.stringify(sample)}}'`;
}

/** The command line that sends one reading over MQTT. */
export function pubLine({ host, port, tls, register, secret }: Access, sample: Sample): string {
  return [
    `mosquitto_pub -h ${quote(host)} -p ${port}${
      // The machine's certificates, as for any website.
      tls ? ' --capath /etc/ssl/certs' : ''
    } -q 1`,
    `-i ${quote(register)} -u ${quote(register)} -P ${quote(secret)}`,
    `-t ${quote(topicOf(register))}`,
    `-m ${shellMessage(sample, '$(date +%s)000')}`,
  ].join(' \\\n  ');
}

/** The command lines that sign one reading and send it over HTTP: the signature covers time, path and body. */
export function curlLines(
  origin: string,
  { register, secret }: Pick<Access, 'register' | 'secret'>,
  sample: Sample,
): string {
  const path = pathOf(register);
  return [
    `T=$(date +%s); B=${shellMessage(sample, '"$T"000')}`,
    `H=$(printf %s "$B" | openssl dgst -sha256 -r | cut -c1-64)`,
    `S=$(printf '%s\\nPOST\\n%s\\n%s' "$T" ${quote(path)} "$H" | openssl dgst -sha256 -hmac ${quote(secret)} -r | cut -c1-64)`,
    `curl -sS ${quote(origin + path)} \\`,
    `  -H "X-Time: $T" -H "X-Sign: $S" -H 'Content-Type: application/json' -d "$B"`,
  ].join('\n');
}

/** quote quotes a word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
