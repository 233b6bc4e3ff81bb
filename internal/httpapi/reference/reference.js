// Draws the API's document. Text only: nothing of it is ever read as markup.
'use strict';

const maxDepth = 4;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function resolve(doc, schema) {
  const name = schema?.$ref?.split('/').pop();
  return name ? { name, ...doc.components.schemas[name] } : (schema ?? {});
}

function typeOf(doc, schema) {
  const found = resolve(doc, schema);
  const types = [found.type ?? []].flat();
  if (types.includes('array')) return `${typeOf(doc, found.items)}[]`;
  if (found.enum) return found.enum.map((v) => JSON.stringify(v)).join(' | ');
  if (found.name) return found.name;
  return types.join(' | ') || 'any';
}

function limits(schema) {
  const parts = [];
  if (schema.minimum !== undefined) parts.push(`≥ ${schema.minimum}`);
  if (schema.maximum !== undefined) parts.push(`≤ ${schema.maximum}`);
  if (schema.minLength !== undefined) parts.push(`≥ ${schema.minLength} characters`);
  if (schema.maxLength !== undefined) parts.push(`≤ ${schema.maxLength} characters`);
  if (schema.minItems !== undefined) parts.push(`≥ ${schema.minItems} entries`);
  if (schema.maxItems !== undefined) parts.push(`≤ ${schema.maxItems} entries`);
  if (schema.default !== undefined) parts.push(`default ${JSON.stringify(schema.default)}`);
  return parts.join(', ');
}

function row(doc, name, schema, required, depth) {
  const found = resolve(doc, schema);
  const about = [schema.description ?? (depth > 0 ? '' : found.description), limits(found)].filter(Boolean).join('. ');
  return element(
    'tr',
    { class: `depth${depth}` },
    element('td', { class: 'name' }, element('code', {}, name + (required ? '' : '?'))),
    element('td', {}, element('code', {}, typeOf(doc, schema))),
    element('td', {}, about),
  );
}

function fields(doc, schema, depth, seen) {
  let found = resolve(doc, schema);
  if (found.items) found = resolve(doc, found.items);
  if (!found.properties || depth > maxDepth || seen.includes(found.name)) return [];
  return Object.entries(found.properties).flatMap(([name, inner]) => [
    row(doc, name, inner, (found.required ?? []).includes(name), depth),
    ...fields(doc, inner, depth + 1, [...seen, found.name]),
  ]);
}

function table(doc, schema) {
  const rows = fields(doc, schema, 0, []);
  if (rows.length === 0) return element('p', {}, element('code', {}, typeOf(doc, schema)));
  const head = element('tr', {}, ...['Name', 'Type', 'About'].map((text) => element('th', { scope: 'col' }, text)));
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows));
}

function parameters(doc, list) {
  const head = element('tr', {}, ...['Name', 'Type', 'About'].map((text) => element('th', { scope: 'col' }, text)));
  const rows = list.map((p) => row(doc, `${p.name} (${p.in})`, { ...p.schema, description: p.description }, p.required, 0));
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows));
}

function content(doc, title, media) {
  return Object.entries(media ?? {}).flatMap(([kind, { schema }]) => [element('h3', {}, `${title} ${kind}`), table(doc, schema)]);
}

function call(doc, path, method, op) {
  const title = element(
    'summary',
    {},
    element('span', { class: 'method' }, method.toUpperCase()),
    element('code', {}, path),
    element('span', { class: 'what' }, op.summary ?? ''),
    element('span', { class: 'need' }, op['x-permission'] ?? ''),
  );
  const made = element('details', { id: op.operationId }, title);
  made.dataset.text = `${method} ${path} ${op.summary} ${op['x-permission']} ${op.operationId}`.toLowerCase();
  made.addEventListener('toggle', () => {
    if (!made.open || made.children.length > 1) return;
    const body = element('div', { class: 'body' });
    if (op.description) body.append(element('p', {}, op.description));
    if (op.parameters) body.append(element('h3', {}, 'Parameters'), parameters(doc, op.parameters));
    body.append(...content(doc, 'Body', op.requestBody?.content));
    for (const [status, answer] of Object.entries(op.responses ?? {})) {
      if (status < '300') body.append(...content(doc, status, answer.content));
    }
    const failures = Object.keys(op.responses ?? {}).filter((status) => status >= '400');
    if (failures.length) body.append(element('p', {}, `Failures: ${failures.join(', ')}, each with the body of Envelope.`));
    made.append(body);
  });
  return made;
}

function draw(doc) {
  const sections = new Map();
  for (const [path, item] of Object.entries(doc.paths)) {
    for (const [method, op] of Object.entries(item)) {
      const tag = op.tags?.[0] ?? 'other';
      if (!sections.has(tag)) sections.set(tag, []);
      sections.get(tag).push(call(doc, path, method, op));
    }
  }
  const main = document.getElementById('calls');
  const tags = document.getElementById('tags');
  main.replaceChildren(element('p', {}, doc.info.description));
  for (const [tag, calls] of sections) {
    const id = `section-${tag.replaceAll(' ', '-')}`;
    tags.append(element('a', { href: `#${id}` }, tag));
    main.append(element('section', { id }, element('h2', {}, tag), ...calls));
  }
  document.getElementById('search').addEventListener('input', (event) => {
    const wanted = event.target.value.trim().toLowerCase();
    for (const section of main.querySelectorAll('section')) {
      let shown = 0;
      for (const made of section.querySelectorAll('details')) {
        made.hidden = wanted !== '' && !made.dataset.text.includes(wanted);
        if (!made.hidden) shown += 1;
      }
      section.hidden = shown === 0;
    }
  });
}

fetch('/api/openapi.json')
  .then((reply) => (reply.ok ? reply.json() : Promise.reject(new Error(`status ${reply.status}`))))
  .then(draw)
  .catch((cause) => {
    document.getElementById('calls').replaceChildren(element('p', { role: 'alert' }, `The document could not be loaded: ${cause.message}`));
  });
