// What WCAG 2.2 AA asks of a page and a script can see: each check gives the places that fail it.
(() => {
    const all = (query, root = document) => [...root.querySelectorAll(query)];
    const box = at => at.getBoundingClientRect();
    const isSeen = at => at.checkVisibility({ visibilityProperty: true }) && box(at).width > 0 && box(at).height > 0
        && box(at).right > 0;
    const name = at => `${at.nodeName.toLowerCase()}${at.id ? '#' + at.id : ''}.${at.getAttribute('class') ?? ''} `
        + `'${(at.ariaLabel ?? at.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}'`;

    const parse = colour => {
        const found = /rgba?\(([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)(?:[,/ ]+([\d.]+))?\)/.exec(colour);
        return found ? { parts: found.slice(1, 4).map(Number), alpha: found[4] === undefined ? 1 : +found[4] } : null;
    };
    const luminance = parts => parts.map(part => part / 255)
        .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const contrast = (one, other) => {
        const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (light + 0.05) / (dark + 0.05);
    };
    const isShape = at => at instanceof SVGGeometryElement;
    const paint = at => {
        const style = getComputedStyle(at);
        const colour = parse(isShape(at) ? style.fill : style.backgroundColor);
        return colour && colour.alpha > 0.99 ? colour.parts : null;
    };
    // The first thing below a point that is painted, without those that are asked about themselves.
    const behind = (x, y, without) => {
        for (const at of document.elementsFromPoint(x, y)) {
            if (at !== without && !without.contains(at) && paint(at)) { return paint(at); }
        }
        return parse(getComputedStyle(document.documentElement).backgroundColor)?.alpha
            ? parse(getComputedStyle(document.documentElement).backgroundColor).parts : [255, 255, 255];
    };

    function text() {
        const failed = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.parentElement;
            if (!node.data.trim() || at.closest('option, select, title, desc, script') || !isSeen(at)) { continue; }
            const range = document.createRange();
            range.selectNodeContents(node);
            const place = [...range.getClientRects()].find(each => each.width > 1 && each.height > 1);
            if (!place || place.right < 0) { continue; }
            const style = getComputedStyle(at);
            const colour = parse(at instanceof SVGElement ? style.fill : style.color);
            const own = !(at instanceof SVGElement) && paint(at);
            const back = own || behind(place.x + Math.min(4, place.width / 2), place.y + place.height / 2, at);
            const size = parseFloat(style.fontSize);
            const least = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700) ? 3 : 4.5;
            const is = contrast(colour.parts, back);
            if (is < least) { failed.push(`${name(at)} ${is.toFixed(2)}`); }
        }
        return failed;
    }

    // Borders of fields, shapes that say something, lines that lead somewhere.
    function shapes() {
        const failed = [];
        for (const at of all('input:not([type=hidden]), select, button').filter(isSeen)) {
            const edge = parse(getComputedStyle(at).borderTopColor);
            const outer = behind(box(at).x + 2, box(at).y + box(at).height / 2, at);
            if (!edge || contrast(edge.parts, outer) < 3) { failed.push(name(at)); }
        }
        for (const at of all('svg rect, svg path, .legend i').filter(isSeen)) {
            if (at.matches('.box, .axis *') || (at.closest('[aria-hidden=true]') && !at.matches('.arrow *, .share'))) {
                continue;
            }
            const back = behind(box(at).x + box(at).width / 2, box(at).y + box(at).height / 2, at.ownerSVGElement ?? at);
            if (paint(at) && contrast(paint(at), back) < 3) { failed.push(name(at)); }
        }
        for (const at of all('svg .box, svg .edge, svg .usual').filter(each => each.checkVisibility())) {
            const back = parse(getComputedStyle(document.body).backgroundColor).parts;
            if (contrast(parse(getComputedStyle(at).stroke).parts, back) < 3) { failed.push(name(at)); }
        }
        return failed;
    }

    function labels() {
        return all('a[href], button, input:not([type=hidden]), select, textarea, meter, summary').filter(at =>
            !(at.ariaLabel || at.getAttribute('aria-labelledby') || at.labels?.length
                || (at.textContent.trim() && !at.matches('select')))).map(name);
    }

    function order() {
        const failed = ['main', 'body > header', 'body > footer'].filter(each => all(each).length !== 1);
        failed.push(...all('nav').filter(at => !at.ariaLabel && !at.getAttribute('aria-labelledby')).map(name));
        failed.push(...all('body *').filter(at => at.textContent.trim() && !at.closest('header, main, footer, .skip')
            && !at.matches('script, style')).map(name));
        const levels = all('h1, h2, h3, h4, h5, h6').map(at => +at.nodeName[1]);
        if (levels.filter(level => level === 1).length !== 1 || levels[0] !== 1) { failed.push('h1'); }
        levels.forEach((level, at) => { if (at > 0 && level > levels[at - 1] + 1) { failed.push(`h${level}`); } });
        return failed;
    }

    const language = () => /^[a-z]{2}(-[A-Z]{2})?$/.test(document.documentElement.lang) ? [] : ['html'];

    // Links within a sentence are as high as its lines.
    function targets() {
        return all('a, button, input:not([type=hidden]), select, summary, [role=button]').filter(at => isSeen(at)
            && !at.closest('p, dd, li.message, .skip') && !at.matches('.skip')
            && (Math.round(box(at).height) < 24 || Math.round(box(at).width) < 24))
            .map(at => `${name(at)} ${box(at).width.toFixed(1)} x ${box(at).height.toFixed(1)}`);
    }

    const twins = () => all('svg.lanes, svg.plan, svg.trend').filter(at => !{
        lanes: () => document.querySelector('a[href*="sort=began"]') && document.querySelector('#packages tbody tr, #path tbody tr'),
        plan: () => all('a[data-node]', at).every(link => document.querySelector(
            `#nodes tr[data-row="${CSS.escape(link.dataset.node)}"] a`)),
        trend: () => document.querySelectorAll('#attempts tbody tr').length >= all('rect', at).length,
    }[at.getAttribute('class')]()).map(name);

    function states() {
        const failed = all('.state').filter(at => !at.querySelector('.symbol')?.textContent.trim()
            || !/[a-z]{2}/.test(at.textContent)).map(name);
        failed.push(...all('svg.plan a').filter(at => !/: .*[a-z]{2}|^[^:]+$/.test(at.getAttribute('aria-label') ?? ''))
            .map(name));
        failed.push(...all('td.bad:not(.n), td.warn:not(.n)').filter(at => !/[✖▲⊘■]/.test(at.textContent)).map(name));
        return failed;
    }

    const reflow = () => document.documentElement.scrollWidth > innerWidth
        ? all('main *').filter(at => box(at).right > innerWidth + 1 && !at.closest('.scroll')).slice(0, 5).map(name)
            .concat(`${document.documentElement.scrollWidth} > ${innerWidth}`) : [];

    // What is cut where there is no way to scroll.
    const cut = () => all('body *').filter(at => at instanceof HTMLElement && isSeen(at)
        && !at.closest('[aria-hidden=true], .axis, .names, .skip') && getComputedStyle(at).overflow === 'hidden'
        && (at.scrollWidth > at.clientWidth + 1 || at.scrollHeight > at.clientHeight + 1)).map(name);

    const moves = () => {
        const found = document.getAnimations().map(each => each.animationName ?? 'transition');
        for (const at of all('*')) {
            const style = getComputedStyle(at);
            if (style.animationName !== 'none' || style.transitionDuration.split(', ').some(time => time !== '0s')
                || style.scrollBehavior === 'smooth') { found.push(name(at)); }
        }
        return found;
    };

    // With colours of the system: what was told by a colour still is by a border, a symbol or a shape.
    function forced() {
        const failed = matchMedia('(forced-colors: active)').matches ? [] : ['not forced'];
        // A box to tick is drawn by the browser itself, in those colours.
        const drawn = '.night, .first, .failure, .counts div, input:not([type=checkbox]), select, button';
        for (const at of all(drawn).filter(isSeen)) {
            const style = getComputedStyle(at);
            if (style.borderTopStyle === 'none' || parseFloat(style.borderTopWidth) < 1) { failed.push(name(at)); }
        }
        failed.push(...states());
        const current = document.querySelector('[aria-current=page]');
        if (current && isSeen(current) && current.matches('a')
            && parseFloat(getComputedStyle(current).borderBottomWidth) < 2) { failed.push(name(current)); }
        return failed.concat(text(), shapes());
    }

    // Whether who has the focus can be seen, and is not behind anything.
    const reached = new Set();
    const focus = () => {
        const at = document.activeElement;
        if (!at || at === document.body) { return ''; }
        const [style, place] = [getComputedStyle(at), at.getClientRects()[0]];
        const rect = at.querySelector(':scope > rect');
        const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 ? parse(style.outlineColor)
            : rect && parseFloat(getComputedStyle(rect).strokeWidth) >= 3 ? parse(getComputedStyle(rect).stroke) : null;
        const [x, y] = [place.x + Math.min(place.width / 2, 20), place.y + Math.min(place.height / 2, 10)];
        const top = document.elementFromPoint(Math.max(0, x), Math.max(0, y));
        const back = parse(getComputedStyle(document.body).backgroundColor).parts;
        reached.add(at);
        return !ring || contrast(ring.parts, back) < 3 ? `no ring: ${name(at)}`
            : !top || !(at === top || at.contains(top) || top.contains(at)) ? `not seen: ${name(at)}` : 'ok';
    };
    // A busy browser draws what a key has done a little later.
    self.focusOf = async () => {
        const seen = focus();
        if (seen === 'ok') { return seen; }
        await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        return focus();
    };
    self.notReached = () => all('a[href], button, input:not([type=hidden]), select, summary, [tabindex="0"]')
        .filter(at => isSeen(at) && !reached.has(at) && !at.closest('details:not([open]) > :not(summary)')).map(name);
    self.reachable = () => all('a[href], button, input:not([type=hidden]), select, summary, [tabindex="0"]').length;
    self.check = which => ({
        text, shapes, labels, order, language, targets, twins, states, reflow, cut, moves, forced,
    }[which]());
    return true;
})()
