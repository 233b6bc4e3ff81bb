/** One event of a text/event-stream. */
export interface ServerEvent {
  event: string;
  data: string;
}

/**
 * Splits a text/event-stream into events. Feed it text in pieces of any size; it buffers incomplete events. Comments
 * (heartbeats) return nothing.
 */
export class SseParser {
  private rest = '';

  push(text: string): ServerEvent[] {
    // A carriage return at the very end may be the first half of a line end.
    const whole = this.rest + text;
    const held = whole.endsWith('\r') ? '\r' : '';
    const blocks = whole
      .slice(0, whole.length - held.length)
      .replace(/\r\n?/g, '\n')
      .split('\n\n');
    this.rest = (blocks.pop() ?? '') + held;
    const events: ServerEvent[] = [];
    for (const block of blocks) {
      let event = 'message';
      const data: string[] = [];
      for (const line of block.split('\n')) {
        if (line.startsWith('event:')) event = line.slice(6).trim();
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      }
      if (data.length > 0) events.push({ event, data: data.join('\n') });
    }
    return events;
  }
}
