export interface ShownResponse {
  readonly response: Response;
  readonly body: string;
  readonly durationMs: number;
  readonly curl: string;
}

const NOT_SHOWN = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']);

export function showResponse(place: HTMLElement, { response, body, durationMs, curl }: ShownResponse): void {
  const headers = [...response.headers].filter(([name]) => !NOT_SHOWN.has(name));
  place.replaceChildren(
    paragraph(`${response.status} ${response.statusText} in ${durationMs} ms`, response.ok ? 'status ok' : 'status'),
    ...linkToErrorCode(body),
    labelledCode('Body', indentedJson(body)),
    labelledCode('Headers', headers.map(([name, value]) => `${name}: ${value}`).join('\n')),
    labelledCode('In a terminal', curl),
  );
}

export function showNoResponse(place: HTMLElement, curl: string): void {
  place.replaceChildren(
    paragraph('No response. Is the service still running?', 'status'),
    labelledCode('In a terminal', curl),
  );
}

function paragraph(text: string, className: string): HTMLElement {
  const made = document.createElement('p');
  made.className = className;
  made.textContent = text;
  return made;
}

function labelledCode(label: string, text: string): HTMLElement {
  const made = document.createElement('div');
  const title = paragraph(label, 'label');
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.append(Object.assign(document.createElement('code'), { textContent: text }));
  made.append(title, pre);
  return made;
}

/** If the response has a failure code, returns a link to this code on the page about errors. */
function linkToErrorCode(body: string): HTMLElement[] {
  const [, failure] = /"code":"([\w.]+)"/.exec(body) ?? [];
  if (failure === undefined) return [];
  const link = document.createElement('a');
  link.href = `errors.html#${failure}`;
  link.textContent = `What ${failure} means`;
  return [link];
}

function indentedJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
