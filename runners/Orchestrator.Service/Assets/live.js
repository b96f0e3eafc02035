// Keeps a page up to date: the service says that something has changed, the page fetches its own address and takes over
// what is different. What has the focus, what is scrolled and what is unfolded stays as it is.
const main = document.querySelector('main');
const updated = document.querySelector('#updated');
const pause = 2000, longest = 60000, slice = 8;

let fetched = Date.now(), isLost = false, isFetching = false, isWanted = false, timer = null, events = null;

// What a row or a card stands for: one that comes in between others leaves those where they are, with the focus in them.
const keys = ['batch', 'missed', 'node', 'row', 'package', 'attempt', 'run', 'trigger', 'firing', 'absorber'];
const keyOf = at => at instanceof HTMLElement ? keys.map(key => at.dataset[key]).find(value => value) : undefined;

const isSame = (from, to) => from.nodeType === to.nodeType && from.nodeName === to.nodeName
    && (from.nodeType !== Node.ELEMENT_NODE || from.id === to.id) && keyOf(from) === keyOf(to);

function takeAttributes(from, to) {
    for (const { name } of [...from.attributes]) {
        if (!to.hasAttribute(name) && name !== 'open') { from.removeAttribute(name); }
    }
    for (const { name, value } of [...to.attributes]) {
        if (from.getAttribute(name) !== value && name !== 'open') { from.setAttribute(name, value); }
    }
}

// Fields belong to who fills them in. Stops at each node, so that whoever drives it can let keys and clicks through.
function* take(from, to) {
    if (from.nodeType !== Node.ELEMENT_NODE) {
        if (from.data !== to.data) { from.data = to.data; }
        return;
    }
    if (from.matches('form.filter, form.ask')) { return; }
    yield;
    takeAttributes(from, to);
    const wanted = [...to.childNodes];
    const stay = new Set(wanted.map(keyOf).filter(key => key));
    for (const [at, child] of wanted.entries()) {
        let known = from.childNodes[at];
        for (; known && keyOf(known) && !stay.has(keyOf(known)); known = from.childNodes[at]) { known.remove(); }
        if (!known) { from.append(child); }
        else if (isSame(known, child)) { yield* take(known, child); }
        else if (keyOf(known) && keyOf(child)) {
            [...from.childNodes].slice(at).find(other => keyOf(other) === keyOf(child))?.remove();
            known.before(child);
        }
        else { known.replaceWith(child); }
    }
    while (from.childNodes.length > wanted.length) { from.lastChild.remove(); }
}

async function takeAll(from, to) {
    const steps = take(from, to);
    for (let since = performance.now(); !steps.next().done;) {
        if (performance.now() - since > slice) {
            await new Promise(go => setTimeout(go));
            since = performance.now();
        }
    }
}

function say() {
    const seconds = Math.max(0, Math.round((Date.now() - fetched) / 1000));
    const ago = seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min` : 'over an hour';
    updated.firstElementChild.textContent = isLost ? `No connection: what you see is ${ago} old.` : `Updated ${ago} ago.`;
    updated.classList.toggle('lost', isLost);
}

async function refresh() {
    if (isFetching || document.hidden) { isWanted = true; return; }
    [isFetching, isWanted] = [true, false];
    try {
        const answer = await fetch(location.href, { headers: { 'Accept': 'text/html' } });
        if (answer.redirected) { location.reload(); return; }
        if (!answer.ok) { throw new Error(answer.statusText); }
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        await takeAll(main, page.querySelector('main'));
        if (document.title !== page.title) { document.title = page.title; }
        [fetched, isLost] = [Date.now(), false];
    } catch {
        isLost = true;
    }
    say();
    setTimeout(() => { isFetching = false; if (isWanted) { refresh(); } }, pause);
}

// Several events that come together are one reason to look.
function want() {
    timer ??= setTimeout(() => { timer = null; refresh(); }, 100);
}

// Browsers keep few connections to one service: a page that nobody sees gives its own back.
function listen() {
    if (document.hidden) { events?.close(); events = null; return; }
    if (events) { return; }
    const open = events = new EventSource('/api/v1/events');
    // Whoever connects is told how things stand, so that nothing that happened before is missed.
    open.addEventListener('change', want);
    // Where the service has no stream left for this page, it asks once a minute all the same.
    open.addEventListener('error', () => { isLost = open.readyState === EventSource.CONNECTING; say(); });
}

if (main && updated) {
    listen();
    document.addEventListener('visibilitychange', listen);
    setInterval(say, 1000);
    setInterval(refresh, longest);
    say();
}
