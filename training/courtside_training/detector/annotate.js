// What in the viewport a person can act on: role and box in CSS pixels, of what shows and is not covered.
() => {
  const TAGGED =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role], ' +
    '[contenteditable=""], [contenteditable=true], [onclick], [tabindex], label';
  const ROLES = {
    button: 'button', link: 'link', checkbox: 'checkbox', radio: 'checkbox', switch: 'checkbox',
    menuitemcheckbox: 'checkbox', menuitemradio: 'checkbox', textbox: 'textbox', searchbox: 'textbox',
    spinbutton: 'textbox', combobox: 'combobox', listbox: 'combobox', tab: 'item', menuitem: 'item',
    option: 'item', slider: 'item', treeitem: 'item', gridcell: 'item',
  };
  const PRESSED = new Set(['button', 'submit', 'reset', 'image', 'file', 'color']);
  const everything = [];
  const roots = [document];
  while (roots.length) {
    for (const one of roots.pop().querySelectorAll('*')) {
      everything.push(one);
      if (one.shadowRoot) roots.push(one.shadowRoot);
    }
  }

  function roleOf(one) {
    const tag = one.localName, kind = (one.type || '').toLowerCase();
    const named = ROLES[(one.getAttribute('role') || '').trim().split(' ')[0]];
    if (tag === 'input') {
      if (kind === 'checkbox' || kind === 'radio') return 'checkbox';
      if (kind === 'range') return 'item';
      return PRESSED.has(kind) ? 'button' : named === 'combobox' ? 'combobox' : 'textbox';
    }
    if (tag === 'textarea' || one.isContentEditable && !one.parentElement?.isContentEditable) return 'textbox';
    if (tag === 'select') return 'combobox';
    if (named) return named;
    if (tag === 'button' || tag === 'summary') return 'button';
    if (tag === 'a' && one.hasAttribute('href')) return looksLikeButton(one) ? 'button' : 'link';
    if (one.hasAttribute('onclick') || one.__listens && isSmall(one)) return 'item';
    const pointer = getComputedStyle(one).cursor === 'pointer';
    if (pointer && (!one.parentElement || getComputedStyle(one.parentElement).cursor !== 'pointer')) return 'item';
    return null;
  }

  // Libraries listen on whole charts and lists too: those are no single thing to press.
  const isSmall = (one) => one.querySelectorAll('*').length < 4 && !one.querySelector('svg, canvas, table');

  function looksLikeButton(one) {
    const style = getComputedStyle(one);
    if (style.display === 'inline') return false;
    const filled = style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.backgroundColor !== 'transparent';
    return (filled || parseFloat(style.borderTopWidth) > 0) && parseFloat(style.paddingLeft) > 3;
  }

  const shows = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && getComputedStyle(one).pointerEvents !== 'none';

  function boxOf(one) {
    let { left, top, right, bottom } = one.getBoundingClientRect();
    if (getComputedStyle(one).display === 'inline') {
      for (const inner of one.querySelectorAll('img, svg, div, p, h1, h2, h3, h4, figure')) {
        const part = inner.getBoundingClientRect();
        if (part.width < 2 || part.height < 2 || !shows(inner)) continue;
        left = Math.min(left, part.left); top = Math.min(top, part.top);
        right = Math.max(right, part.right); bottom = Math.max(bottom, part.bottom);
      }
    }
    return [Math.max(0, left), Math.max(0, top), Math.min(innerWidth, right), Math.min(innerHeight, bottom)];
  }

  function hitAt(x, y) {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  }

  function belongs(hit, one) {
    for (let at = hit; at; at = at.parentNode || at.host) {
      if (at === one || at.localName === 'label' && at.control === one) return true;
    }
    return false;
  }

  function uncovered(one, [left, top, right, bottom]) {
    let seen = 0;
    for (const x of [0.1, 0.5, 0.9]) {
      for (const y of [0.2, 0.5, 0.8]) {
        if (belongs(hitAt(left + (right - left) * x, top + (bottom - top) * y), one)) seen += 1;
      }
    }
    return seen >= (one.localName === 'a' && getComputedStyle(one).display === 'inline' ? 2 : 4);
  }

  const found = [];
  for (const one of everything) {
    if (!(one instanceof HTMLElement) || one === document.body || one === document.documentElement) continue;
    const role = roleOf(one);
    if (!role) continue;
    let shown = one;
    let box = shows(one) ? boxOf(one) : [0, 0, 0, 0];
    if (one.localName === 'label') continue;
    if (one.localName === 'input' && (box[2] - box[0] < 5 || box[3] - box[1] < 5) && one.labels?.length) {
      // A styled control: the input itself is hidden, and its label is what one presses.
      shown = one.labels[0];
      box = shows(shown) ? boxOf(shown) : [0, 0, 0, 0];
    }
    const width = box[2] - box[0], height = box[3] - box[1];
    if (width < 5 || height < 5 || width * height > 0.6 * innerWidth * innerHeight) continue;
    if (!uncovered(shown, box)) continue;
    found.push([role, ...box]);
  }
  // A wrapper and the control that fills it are one thing: the control counts.
  const kept = found.filter(([role, ...box], at) => !found.some(([other, ...inner], index) => {
    if (index === at) return false;
    const shared = Math.max(0, Math.min(box[2], inner[2]) - Math.max(box[0], inner[0]))
      * Math.max(0, Math.min(box[3], inner[3]) - Math.max(box[1], inner[1]));
    const area = (b) => (b[2] - b[0]) * (b[3] - b[1]);
    const alike = shared / (area(box) + area(inner) - shared) > 0.85;
    return (
      alike &&
      ((role === "item" && other !== "item") ||
        (role === other && index < at) ||
        (role === "link" && other === "button"))
    );
  }));
  return kept.map(([role, left, top, right, bottom]) => [role, left, top, right - left, bottom - top]);
}
