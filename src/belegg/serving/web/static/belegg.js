// Enhancements. Every page works without this file: markers are links, filters are forms, a run's page loads
// itself again. Nothing from a document or a model is ever set as HTML here: text goes in as text.
'use strict';
(() => {
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const said = one('#said');
  const say = (text) => { said.textContent = text; };
  document.documentElement.classList.add('js');

  // ------------------------------------------------------------ language and appearance: sent when chosen
  for (const form of all('form[data-looks]')) {
    one('button', form).hidden = true;
    form.addEventListener('change', () => form.requestSubmit());
  }

  // ------------------------------------------------------------ the menu, where it scrolls, shows where one is
  one('.nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

  // ------------------------------------------------------------ the scope stands in the address
  const desk = one('form.desk');
  if (desk) {
    desk.addEventListener('change', (event) => {
      if (event.target.name === 'q') return;
      const told = new URLSearchParams();
      const packs = all('input[name=pack]:not(:disabled)', desk);
      if (packs.some((box) => !box.checked)) for (const box of packs) if (box.checked) told.append('pack', box.value);
      for (const box of all('input[name=document]:checked', desk)) told.append('document', box.value);
      if (desk.elements.as_of.value) told.set('as_of', desk.elements.as_of.value);
      const query = told.toString();
      history.replaceState(null, '', query ? `?${query}` : location.pathname);
    });
  }
  for (const form of all('form[data-ask]')) {
    const field = one('textarea', form);
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) { event.preventDefault(); form.requestSubmit(); }
    });
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) event.preventDefault();
      else if (!event.submitter?.formNoValidate) form.dataset.sent = 'yes';
    });
  }
  addEventListener('pageshow', () => { for (const form of all('form[data-ask]')) delete form.dataset.sent; });

  // ------------------------------------------------------------ a citation opens its quotation beside the answer
  const narrow = matchMedia('(max-width: 64rem)');
  let panel = null, from = null;

  const articles = () => all('article', panel);
  function open(id, focus) {
    const article = document.getElementById(id);
    if (!article) return;
    for (const each of articles()) each.hidden = each !== article;
    one('[data-at]', panel).textContent = id.slice(1);
    for (const cite of all('.cite[data-c]')) {
      if (cite.dataset.c === id) cite.setAttribute('aria-current', 'true'); else cite.removeAttribute('aria-current');
    }
    for (const sentence of all('.s')) sentence.classList.toggle('is-open', sentence.id === article.dataset.s);
    panel.classList.remove('is-shut');
    panel.scrollTop = 0;
    if (!focus) return;
    panel.classList.toggle('is-sheet', narrow.matches);
    panel.focus({ preventScroll: true });
    if (narrow.matches) document.getElementById(article.dataset.s)?.scrollIntoView();
  }
  // Beside the answer the source goes, and nothing moves into its place; focus goes to the marker of what was open.
  function shut() {
    panel.classList.remove('is-sheet');
    panel.classList.toggle('is-shut', !narrow.matches);
    const id = articles().find((each) => !each.hidden)?.id;
    const marker = from?.isConnected && from.dataset.c === id ? from : one(`.cite[data-c="${id}"]`);
    if (!narrow.matches) {
      for (const cite of all('.cite[aria-current]')) cite.removeAttribute('aria-current');
      for (const sentence of all('.s.is-open')) sentence.classList.remove('is-open');
    }
    marker?.focus();
  }
  function step(by) {
    const every = articles(), at = every.findIndex((each) => !each.hidden);
    open(every[(at + by + every.length) % every.length].id, false);
  }
  function citations() {
    panel = one('#source');
    if (!panel) return;
    panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') shut();
      else if (event.key === 'ArrowRight') step(1);
      else if (event.key === 'ArrowLeft') step(-1);
      else return;
      event.preventDefault();
    });
    for (const cite of all('.cite[data-c]')) {
      cite.addEventListener('pointerenter', () => show(cite));
      cite.addEventListener('pointerleave', hide);
      cite.addEventListener('focus', () => { if (cite.matches(':focus-visible')) show(cite); });
      cite.addEventListener('blur', hide);
      cite.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
    }
    if (/^#c\d+$/.test(location.hash)) open(location.hash.slice(1), false);
  }

  // ------------------------------------------------------------ hover or focus on a marker shows the quoted words
  const peek = one('#peek');
  const hide = () => { if (peek.matches(':popover-open')) peek.hidePopover(); };
  function show(cite) {
    const article = document.getElementById(cite.dataset.c);
    if (!article) return;
    const title = document.createElement('p'), block = document.createElement('blockquote');
    title.textContent = [one('h2', article), ...all('.facts .num', article).slice(0, 1)].map((each) => each.textContent.trim()).join(' · ');
    const words = one('[data-words]', article);
    block.lang = words?.lang ?? '';
    for (const each of all('mark', article)) { const mark = document.createElement('mark'); mark.textContent = each.textContent; block.append(mark, ' '); }
    peek.replaceChildren(title, block);
    if (!block.textContent.trim()) block.remove();
    peek.showPopover();
    const at = cite.getBoundingClientRect(), box = peek.getBoundingClientRect();
    peek.style.left = `${Math.max(16, Math.min(at.left, innerWidth - box.width - 16))}px`;
    peek.style.top = `${at.top > box.height + 12 ? at.top - box.height - 8 : at.bottom + 8}px`;
  }

  // ------------------------------------------------------------ a run as it goes on
  // What stands between backticks is set as code, as the page itself sets it.
  function ticked(element, text) {
    const parts = text.split('`');
    if (parts.length % 2 === 0) { element.textContent = text; return; }
    for (const [at, part] of parts.entries()) {
      if (at % 2 === 0) { element.append(part); continue; }
      const code = document.createElement('code');
      code.textContent = part;
      element.append(code);
    }
  }
  function line(told) {
    const item = document.createElement('li'), what = document.createElement('div');
    what.className = 'what';
    const put = (tag, text, lang, kind) => {
      if (!text) return;
      const each = document.createElement(tag);
      if (tag === 'code') each.textContent = text; else ticked(each, text);
      if (lang) each.lang = lang;
      if (kind) each.className = kind;
      what.append(each);
    };
    put('b', told.action);
    put('code', told.query, told.language);
    put('span', told.detail, told.detail_language);
    put('span', told.figure, null, 'num');
    item.append(what);
    for (const more of told.more) {
      const small = document.createElement('small');
      ticked(small, more.text);
      if (more.language) small.lang = more.language;
      item.append(small);
    }
    return item;
  }
  async function whole(address) {
    const answer = await fetch(address, { headers: { Accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (one('[data-run]', page)) { location.reload(); return; }
    const main = one('main'), had = main.contains(document.activeElement);
    main.replaceChildren(...one('main', page).childNodes);
    document.title = page.title;
    citations();
    if (had) main.focus({ preventScroll: true });
    const verdict = one('.verdict', main);
    if (verdict) say(verdict.textContent.trim());
  }
  function follow(run) {
    const stream = new EventSource(run.dataset.run), steps = one('#steps');
    stream.addEventListener('state', (event) => {
      const state = JSON.parse(event.data);
      one('#now').textContent = state.now;
      one('#tally').textContent = state.tally;
      const shown = steps.children.length;
      state.steps.forEach((each, at) => {
        if (at >= shown) steps.append(line(each));
        else if (at === shown - 1) steps.children[at].replaceWith(line(each));
      });
    });
    stream.addEventListener('whole', () => { stream.close(); whole(run.dataset.whole); });
    stream.addEventListener('error', () => { if (stream.readyState === EventSource.CLOSED) location.reload(); });
    const form = one('form[data-stop]', run);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      one('button', form).disabled = true;
      fetch(form.action, { method: 'POST', redirect: 'manual' });
    });
  }

  // ------------------------------------------------------------ search by keyboard: / j k x w Enter
  const typed = (target) => target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === 'Escape' && event.target.matches('#words')) { event.target.blur(); return; }
    if (typed(event.target)) return;
    if (event.key === '/') {
      const field = one('#words, #question, #find, #more');
      if (field) { event.preventDefault(); field.focus(); field.select?.(); }
      return;
    }
    const hits = all('#hits > li');
    if (!hits.length) return;
    const at = hits.findIndex((hit) => hit.hasAttribute('aria-current'));
    if (event.key === 'j' || event.key === 'k') {
      const next = Math.max(0, Math.min(hits.length - 1, at + (event.key === 'j' ? 1 : -1)));
      hits[at]?.removeAttribute('aria-current');
      hits[next].setAttribute('aria-current', 'true');
      one('h2 a', hits[next]).focus();
    } else if (at < 0) return;
    else if (event.key === 'x') one('.pick input', hits[at]).click();
    else if (event.key === 'w') one('details', hits[at])?.toggleAttribute('open');
    else if (event.key === 'Enter' && event.target === document.body) one('h2 a', hits[at]).click();
    else return;
    event.preventDefault();
  }
  document.addEventListener('keydown', key);

  // ------------------------------------------------------------ clicks
  document.addEventListener('click', async (event) => {
    const cite = event.target.closest('.cite[data-c]');
    if (cite && panel && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
      event.preventDefault();
      from = cite;
      hide();
      open(cite.dataset.c, true);
      return;
    }
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.step) step(Number(button.dataset.step));
    else if ('close' in button.dataset) shut();
    else if ('print' in button.dataset) print();
    else if (button.dataset.copyText || button.dataset.copy) {
      const text = button.dataset.copyText ?? document.getElementById(button.dataset.copy).textContent;
      try { await navigator.clipboard.writeText(text); button.textContent = said.dataset.copied; say(said.dataset.copied); }
      catch { say(said.dataset.refused); }
    }
  });

  citations();
  const run = one('[data-run]');
  if (run) follow(run);
})();
